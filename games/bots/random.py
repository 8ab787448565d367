"""`random`: any legal answer, each as likely as the next. The floor every other bot is measured against."""

from random import Random

from games.bots.base import Bot
from games.engine import Options, View


def choose(view: View, options: Options, rng: Random) -> tuple[str, ...]:
    """A uniform legal answer; where there are too many to list, a uniform number of cards, then a sample."""
    answers = options.only or options.choices()
    if answers:
        return rng.choice(answers)
    return tuple(rng.sample(options.faces, rng.randint(options.least, options.most)))


BOT = Bot("random", "picks any legal card", choose)
