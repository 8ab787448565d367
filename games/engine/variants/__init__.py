"""Variants: functions from edition to edition. Those of more than one `replace` have a file of their own."""
