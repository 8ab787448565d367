"""Plug-ins that exist for the tests alone: a special that asks a question, a variant that replaces one
value, a variant that replaces the steps of a turn. They touch neither decide, evolve, state nor events:
that is the point."""
