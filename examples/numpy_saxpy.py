#!/usr/bin/env python3
"""numpy_saxpy.py [LIBRARY]: a kernel on NumPy arrays, through libwarptwin's C interface and ctypes.

Needs Python 3 with NumPy and `make lib`; from the tree: python3 examples/numpy_saxpy.py build/libwarptwin.so
"""
import ctypes as c
import sys

import numpy as np

KERNEL = b"""
.kernel axpy
.regs 12
.params 20, 8, 8, 4
  S2R R0, SR_TID.X
  MOV R2, 4
  IMAD.WIDE R4, R0, R2, c[0x0][0x160]
  LDG.E.SYS R6, [R4]
  IMAD.WIDE R8, R0, R2, c[0x0][0x168]
  LDG.E.SYS R7, [R8]
  IMAD R7, R6, c[0x0][0x170], R7
  STG.E.SYS [R8], R7
  EXIT
.end
"""


class Options(c.Structure):
    _fields_ = [("backend", c.c_int), ("preset", c.c_char_p), ("set", c.POINTER(c.c_char_p)), ("seed", c.c_uint64),
                ("max_cycles", c.c_uint64), ("no_oracle", c.c_int)]


class Dims(c.Structure):
    _fields_ = [("grid", c.c_uint * 3), ("block", c.c_uint * 3), ("dyn_smem", c.c_uint)]


class Arg(c.Structure):
    _fields_ = [("data", c.c_void_p), ("size", c.c_size_t)]


class Device:
    """One session: memory, modules and metrics."""

    def __init__(self, library, preset="small", backend=1):  # 1: the C twin, 2: both twins in lock-step
        self.lib = c.CDLL(library)
        self.lib.wt_error.restype = c.c_char_p
        self.lib.wt_stats.restype = c.POINTER(c.c_uint64)
        self.session = c.c_void_p()
        options = Options(backend, preset.encode(), None, 1, 0, 0)
        self.check(self.lib.wt_session_open(c.byref(options), c.byref(self.session)))

    def check(self, status):
        if status:
            raise RuntimeError(self.lib.wt_error(self.session).decode())

    def module(self, text):
        image, size, message = c.c_void_p(), c.c_size_t(), c.create_string_buffer(600)
        if self.lib.wt_assemble(text, b"example", c.byref(image), c.byref(size), message, c.c_size_t(600)):
            raise RuntimeError(message.value.decode())
        module = c.c_void_p()
        self.check(self.lib.wt_module_load_image(self.session, image, size, b"example", c.byref(module)))
        return module

    def put(self, array):
        address = c.c_uint64()
        self.check(self.lib.wt_alloc(self.session, c.c_size_t(array.nbytes), c.byref(address)))
        self.check(self.lib.wt_copy_in(self.session, address, array.ctypes.data_as(c.c_void_p), c.c_size_t(array.nbytes)))
        return address

    def get(self, address, like):
        array = np.empty_like(like)
        self.check(self.lib.wt_copy_out(self.session, array.ctypes.data_as(c.c_void_p), address, c.c_size_t(array.nbytes)))
        return array

    def launch(self, module, grid, block, *values):
        args = (Arg * len(values))(*[Arg(c.cast(c.byref(v), c.c_void_p), c.sizeof(v)) for v in values])
        dims = Dims((grid, 1, 1), (block, 1, 1), 0)
        self.check(self.lib.wt_launch(self.session, module, None, c.byref(dims), args, c.c_size_t(len(values))))

    def cycles(self):
        return self.lib.wt_stats(self.session)[0]


def main():
    device = Device(sys.argv[1] if len(sys.argv) > 1 else "libwarptwin.so")
    x, y = np.arange(64, dtype=np.int32), np.full(64, 1000, dtype=np.int32)
    dx, dy = device.put(x), device.put(y)
    device.launch(device.module(KERNEL), 1, 64, dx, dy, c.c_int32(3))
    right = np.array_equal(device.get(dy, y), 3 * x + y)
    print("axpy of 64 elements:", "right" if right else "wrong", "in", device.cycles(), "cycles")
    return 0 if right else 1


if __name__ == "__main__":
    sys.exit(main())
