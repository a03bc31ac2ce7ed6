/* wt_agents.h - scripted threads of other SMs: loads, stores, atomics and fences on the memory behind the ports, with seeded delays.
 *
 * An agent gives its operations in order, one a cycle, and does not wait for them: each reaches memory after a delay of its own, so that two on
 * different lines may change places. `fence` waits until all before it have been answered; those on one line keep their order anyway.
 *
 * Script: agents are separated by '|', operations by ';'. Addresses are bytes behind a base, words of 32 bits:
 *   st ADDR VALUE   ld ADDR   add ADDR VALUE   exch ADDR VALUE   cas ADDR OLD NEW   fence   wait CYCLES
 *   until ADDR VALUE: loads again and again until it finds the value, after all before it; what follows waits for that
 */
#ifndef WT_AGENTS_H
#define WT_AGENTS_H
#include "lib/wt_memsys.h"

enum { WT_AGENTS = 16, WT_AGENT_OPS = 32 };
typedef struct wt_agents wt_agents;

/* delays: 0 to spread cycles, by xorshift (13, 7, 17), which begins with seed * 0x9e3779b97f4a7c15 + 1 and leaves eight numbers out. NULL with one line
 * in err. */
wt_agents *wt_agents_new(const char *script, uint64_t base, uint64_t seed, unsigned spread, char *err, size_t errn);
void wt_agents_free(wt_agents *a);
/* What the n-th operation of an agent that brings a value (ld, add, exch, cas: the old one) has brought; 0 before. */
uint32_t wt_agents_value(const wt_agents *a, unsigned agent, unsigned n);
/* All have ended. */
int wt_agents_done(const wt_agents *a);

/* For the environment. One cycle: ask() takes a request that reaches memory `delay` later (clocks of the network, or cycles where there is none);
 * not 0: not now. */
typedef int wt_agents_ask(void *ctx, const wt_mem_req *r, unsigned delay);
void wt_agents_cycle(wt_agents *a, wt_agents_ask *ask, void *ctx);
void wt_agents_answered(wt_agents *a, const wt_mem_req *r);
void wt_agents_saved(wt_agents *a, wt_saved *l);
#endif
