"""What `manage.py bench` runs: one module per subject, each with `run(out, **options)`.

Every figure is printed beside a reference measured in the same process, interleaved, on CPU time."""
