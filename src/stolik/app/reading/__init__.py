"""One reader of untrusted data; its faults are refusals."""
