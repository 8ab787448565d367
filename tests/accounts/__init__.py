"""Stories of people: they come, bring bots, lose passwords, leave."""
