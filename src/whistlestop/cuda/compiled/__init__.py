"""Kernels: functions that run on the device and call the compiled functions of the rules."""
