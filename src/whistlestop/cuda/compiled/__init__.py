"""What runs on the device: kernels, each of which hands its threads to functions of the rules."""
