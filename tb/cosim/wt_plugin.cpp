// wt_plugin.cpp: the only C++ of the project. Wraps one verilated top module (macro WT_TOP) behind tb/cosim/wt_plugin.h.
// Variables are found through the scope tables that Verilator writes for public signals, so no line here depends on the design.
#include "cosim/wt_plugin.h"

#include <cstring>
#include <string>
#include <vector>

#include "verilated.h"
#include "verilated_syms.h"
#ifdef WT_SAVABLE
#include "verilated_save.h"
#endif

#define WT_CAT_(a, b) a##b
#define WT_CAT(a, b) WT_CAT_(a, b)
#define WT_STR_(a) #a
#define WT_STR(a) WT_STR_(a)
#include WT_HEADER
#include WT_ROOT_HEADER
#include WT_SYMS_HEADER

// Verilator writes it for the first evaluation of a model: all logic from all state, whatever has changed. Its header does not name it.
#define WT_ROOT_CLASS WT_CAT(WT_CAT(V, WT_TOP), ___024root)
void WT_CAT(WT_ROOT_CLASS, ___eval_settle)(WT_ROOT_CLASS *self);

#ifdef WT_COUNTS  // WT_RTL_SPEED=count
extern "C" void __gcov_dump(void);
extern "C" void __gcov_reset(void);
#endif

namespace {

struct instance {
  VerilatedContext ctx;
  WT_CAT(V, WT_TOP) * top = nullptr;
  int was = 0;  // the clock of the last evaluation
  std::vector<wt_rtl_var> vars;
  std::vector<std::string> names;
  std::vector<char> before;
};

void collect(instance *i) {
  for (const auto &s : *i->ctx.scopeNameMap()) {
    if (!s.second->varsp()) continue;
    for (auto &v : *s.second->varsp()) {
      const VerilatedVar &x = v.second;
      const uint32_t depth = x.udims() ? static_cast<uint32_t>(x.totalSize() / x.entSize()) : 1;
      const uint32_t width = x.dims() > x.udims() ? static_cast<uint32_t>(x.packed().elements()) : 1;
      i->vars.push_back({s.second->name(), v.first, x.datap(), width, depth, static_cast<uint32_t>(x.entSize())});
    }
  }
}

void *plugin_open(uint64_t seed) {
  auto *i = new instance;
  Verilated::threadContextp(&i->ctx);  // scopes register with the thread's context
  i->ctx.fatalOnError(false);
  i->ctx.randReset(2);
  i->ctx.randSeed(static_cast<int>(seed % 2147483646u) + 1);
  i->top = new WT_CAT(V, WT_TOP)(&i->ctx, "TOP");
  i->top->clk = 0;
  i->top->rst_n = 0;
  i->top->eval();
  collect(i);
  return i;
}
void plugin_close(void *h) {
  auto *i = static_cast<instance *>(h);
  Verilated::threadContextp(&i->ctx);
  delete i->top;
  i->top = nullptr;
  delete i;
#ifdef WT_COUNTS
  __gcov_dump();  // not at the end of the process: some end without destructors
  __gcov_reset();
#endif
}
// The clock has fallen, as the next evaluation sees it. False: this release of Verilator keeps the clock under another name.
template <class R> auto fall(R *r, int) -> decltype(static_cast<void>(r->__Vtrigrprev__TOP__clk), true) {
  r->__Vtrigrprev__TOP__clk = 0;
  return true;
}
template <class R> bool fall(R *, long) { return false; }

void plugin_step(void *h, int clk, int rst_n) {
  auto *i = static_cast<instance *>(h);
  Verilated::threadContextp(&i->ctx);  // a failing assertion is noted there: several instances may run in turn, or in threads
  i->top->clk = static_cast<CData>(clk);
  i->top->rst_n = static_cast<CData>(rst_n);
  if (!rst_n) i->ctx.gotError(false);  // a run begins anew: what failed before is no failure of it
  // a rising edge behind a rising edge: nothing waits for the falling one in between, so it need not be evaluated
  if (clk && i->was && !fall(i->top->rootp, 0)) {
    i->top->clk = 0;
    i->top->eval();
    i->top->clk = 1;
  }
  i->was = clk;
  i->top->eval();
}
// All instances of all modules are members of one object. A large one holds memories, and costs more to look at than an edge of it ever saves.
int plugin_still(void *h, int clk, int rst_n) {
  auto *i = static_cast<instance *>(h);
  const auto *all = reinterpret_cast<const char *>(i->top->rootp->vlSymsp);
  constexpr size_t bytes = sizeof *i->top->rootp->vlSymsp;
  if (bytes > 65536) return plugin_step(h, clk, rst_n), 0;
  i->before.assign(all, all + bytes);
  plugin_step(h, clk, rst_n);
  return !std::memcmp(all, i->before.data(), bytes);
}
const wt_rtl_var *plugin_vars(void *h, uint32_t *n) {
  auto *i = static_cast<instance *>(h);
  *n = static_cast<uint32_t>(i->vars.size());
  return i->vars.data();
}
int plugin_failed(void *h) { return static_cast<instance *>(h)->ctx.gotError(); }

void plugin_settle(void *h) {
  auto *i = static_cast<instance *>(h);
  Verilated::threadContextp(&i->ctx);
  i->top->rst_n = 1;
  WT_CAT(WT_ROOT_CLASS, ___eval_settle)(i->top->rootp);
}

#ifdef WT_SAVABLE
// Into memory what Verilator would write to a file.
class to_memory final : public VerilatedSerialize {
 public:
  std::vector<uint8_t> all;
  void flush() override {
    all.insert(all.end(), m_bufp, m_cp);
    m_cp = m_bufp;
  }
};
class from_memory final : public VerilatedDeserialize {
  const uint8_t *from_, *end_;

 public:
  from_memory(const uint8_t *from, size_t n) : from_{from}, end_{from + n} {
    m_endp = m_cp = m_bufp;
    fill();
  }
  void fill() override {  // what is left moves to the front
    const size_t left = static_cast<size_t>(m_endp - m_cp);
    std::memmove(m_bufp, m_cp, left);
    const size_t room = bufferSize() - left, more = static_cast<size_t>(end_ - from_);
    const size_t n = more < room ? more : room;
    std::memcpy(m_bufp + left, from_, n);
    from_ += n, m_cp = m_bufp, m_endp = m_bufp + left + n;
  }
};
size_t plugin_save(void *h, void *bytes) {
  auto *i = static_cast<instance *>(h);
  Verilated::threadContextp(&i->ctx);
  to_memory m;
  m << *i->top;
  m.flush();
  if (bytes) std::memcpy(bytes, m.all.data(), m.all.size());
  return m.all.size();
}
int plugin_load(void *h, const void *bytes, size_t n) {
  auto *i = static_cast<instance *>(h);
  Verilated::threadContextp(&i->ctx);
  if (n != plugin_save(h, nullptr)) return -1;
  from_memory m{static_cast<const uint8_t *>(bytes), n};
  m >> *i->top;
  i->was = i->top->clk;
  return 0;
}
#else
constexpr size_t (*plugin_save)(void *, void *) = nullptr;
constexpr int (*plugin_load)(void *, const void *, size_t) = nullptr;
#endif

const wt_rtl_api api = {WT_RTL_ABI,  plugin_open,   plugin_close, plugin_step, plugin_vars,
                        plugin_failed, plugin_settle, plugin_still, plugin_save, plugin_load};

}  // namespace

extern "C" __attribute__((visibility("default"))) const wt_rtl_api *wt_rtl_get(void) { return &api; }

double sc_time_stamp() { return 0; }
