"""The editions: one file per printed product, found by plugins.py through its constant `EDITION`."""
