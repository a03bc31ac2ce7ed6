/* wt_modes.c - mode keys on the wire. */
#include "spec/wt_modes.h"

void wt_cfg_modes(wt_m *m) {
  const wt_shape *S = m->S;
  m->gpu->cfg.sched = (uint8_t)S->SCHED;
  m->gpu->cfg.pool = (uint8_t)S->POOL;
  m->gpu->cfg.layout = (uint8_t)S->LAYOUT;
  m->gpu->cfg.war = (uint8_t)S->WAR;
  m->gpu->cfg.yrel = (uint8_t)S->YIELD_RELEASE;
  m->gpu->cfg.force = (uint8_t)S->FORCE;
  m->gpu->cfg.order = (uint8_t)S->PATH_ORDER;
  m->gpu->cfg.rpcsel = (uint8_t)S->STACK_RPC;
  m->gpu->cfg.policy = (uint8_t)S->PATH_POLICY;
  m->gpu->cfg.every = (uint8_t)S->PATH_SWITCH;
  m->gpu->cfg.delay = (uint8_t)S->RPC_DELAY;
  m->gpu->cfg.l1_xor = (uint8_t)S->L1_INDEX;
  m->gpu->cfg.l1_fill = (uint8_t)S->L1_ALLOC;
  m->gpu->cfg.l1_evict = (uint8_t)S->L1_WRITE;
  m->gpu->cfg.l1_lat = (uint8_t)S->L1_LAT;
  m->gpu->cfg.learn = (uint8_t)S->ILT_LEARN;
}
