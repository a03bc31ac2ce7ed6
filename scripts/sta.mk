# Blocks in a gate library, timed: the last section of docs/results/size.md. Wants OpenSTA and the library, which ./setup installs for `make sta` alone.
.PHONY: sta
STA_LIBERTY ?= /usr/share/qflow/tech/osu018/osu018_stdcells.lib

# An hour the first time (default), then only what changed. STA="small" takes other presets and prints.
sta: $(B)/sta $(B)/warptwin ## area, period and power of every block in a gate library, small and default (OpenSTA; docs/results/size.md)
	$(Q)$(B)/sta $(STA_LIBERTY) $(B)/warptwin $(or $(STA),small default) >$(B)/sta.md || [ -n "$(STA)" ]
	$(Q)$(if $(STA),cat $(B)/sta.md,sed '/^## In a gate library/,$$d' docs/results/size.md >$(B)/size.md && cat $(B)/sta.md >>$(B)/size.md && mv $(B)/size.md docs/results/size.md)
