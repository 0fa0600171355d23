"""The limits of Windows: a process in a job has no more memory and time than the job gives it."""

import ctypes
from ctypes import Structure, byref, c_int64, c_size_t, c_uint32, c_uint64, c_void_p, sizeof
from typing import Any

_EXTENDED_LIMITS = 9  # the kind of information, by Windows' own numbers
_PROCESS_TIME, _ACTIVE_PROCESS, _PROCESS_MEMORY = 0x2, 0x8, 0x100
_QUIET_END = 0x400  # no window asks anybody about a process that failed
_TICKS = 10_000_000  # in a second


class _Basic(Structure):
    _fields_ = (
        ("process_time", c_int64),
        ("job_time", c_int64),
        ("flags", c_uint32),
        ("least_working_set", c_size_t),
        ("most_working_set", c_size_t),
        ("most_processes", c_uint32),
        ("affinity", c_size_t),
        ("priority", c_uint32),
        ("scheduling", c_uint32),
    )


class JobLimits(Structure):
    """JOBOBJECT_EXTENDED_LIMIT_INFORMATION."""

    _fields_ = (
        ("basic", _Basic),
        ("io", c_uint64 * 6),
        ("process_memory", c_size_t),
        ("job_memory", c_size_t),
        ("peak_process_memory", c_size_t),
        ("peak_job_memory", c_size_t),
    )


def job_limits(memory: int, cpu_s: int) -> JobLimits:
    """So much memory and computing for one process, which starts no other."""
    limits = JobLimits()
    flags = _PROCESS_TIME | _ACTIVE_PROCESS | _PROCESS_MEMORY | _QUIET_END
    limits.basic.flags = flags
    limits.basic.process_time = cpu_s * _TICKS
    limits.basic.most_processes = 1
    limits.process_memory = memory
    return limits


def bound_to_a_job(memory: int, cpu_s: int) -> bool:
    """Put this process into a job of its own; False where Windows would not."""
    system: Any = ctypes.WinDLL("kernel32", use_last_error=True)  # type: ignore[attr-defined,unused-ignore]
    system.CreateJobObjectW.restype = system.GetCurrentProcess.restype = c_void_p
    system.SetInformationJobObject.argtypes = (c_void_p, c_uint32, c_void_p, c_uint32)
    system.AssignProcessToJobObject.argtypes = (c_void_p, c_void_p)
    limits = job_limits(memory, cpu_s)
    job = system.CreateJobObjectW(None, None)  # it stays open: it ends with the process
    return bool(
        job
        and system.SetInformationJobObject(job, _EXTENDED_LIMITS, byref(limits), sizeof(limits))
        and system.AssignProcessToJobObject(job, system.GetCurrentProcess())
    )
