"""The reference of `bench engine`: the classic game as a bare, tuned, mutable loop.

Same rules, same random policy, no checks, no events, no log, no secrecy: small integers in lists, everything
inlined. It is what the engine's price is measured against; nothing else may use it.
"""

from collections.abc import Callable

TEMPURA, SASHIMI, DUMPLING, MAKI_1, MAKI_2, MAKI_3, EGG, SALMON, SQUID, WASABI, CHOPSTICKS, PUDDING = range(
    12
)
COPIES = (14, 14, 14, 6, 12, 8, 5, 10, 5, 6, 4, 10)
DECK = [face for face, copies in enumerate(COPIES) for _ in range(copies)]
HAND_SIZES = {2: 10, 3: 9, 4: 8, 5: 7}
DUMPLINGS = (0, 1, 3, 6, 10, 15, 15, 15, 15, 15, 15)


def play_bare(seats: int, rnd: Callable[[], float]) -> list[int]:
    """Play one random game and return the totals. `rnd` gives floats in [0, 1)."""
    deck = sorted(DECK, key=lambda _: rnd())
    size = HAND_SIZES[seats]
    totals = [0] * seats
    puddings = [0] * seats
    start = 0
    everybody = range(seats)
    for _ in range(3):
        hands = [deck[start + seat * size : start + (seat + 1) * size] for seat in everybody]
        start += seats * size
        # Per seat: number in front by face, and the nigiri points made so far.
        fronts = [[0] * 12 for _ in everybody]
        nigiri = [0] * seats
        for left in range(size, 0, -1):
            picks = []
            for seat in everybody:
                hand = hands[seat]
                first = hand.pop(int(rnd() * left)) if left > 1 else hand.pop()
                second = -1
                if left > 1 and fronts[seat][CHOPSTICKS] and rnd() < 0.5:
                    second = hand.pop(int(rnd() * (left - 1)))
                picks.append((first, second))
            for seat in everybody:
                front = fronts[seat]
                first, second = picks[seat]
                front[first] += 1
                if EGG <= first <= SQUID:
                    if front[WASABI]:
                        front[WASABI] -= 1
                        nigiri[seat] += 3 * (first - MAKI_3)
                    else:
                        nigiri[seat] += first - MAKI_3
                if second >= 0:
                    front[second] += 1
                    if EGG <= second <= SQUID:
                        if front[WASABI]:
                            front[WASABI] -= 1
                            nigiri[seat] += 3 * (second - MAKI_3)
                        else:
                            nigiri[seat] += second - MAKI_3
                    front[CHOPSTICKS] -= 1
                    hands[seat].append(CHOPSTICKS)
            hands = hands[-1:] + hands[:-1]
        icons = []
        for seat in everybody:
            front = fronts[seat]
            totals[seat] += (
                front[TEMPURA] // 2 * 5 + front[SASHIMI] // 3 * 10 + DUMPLINGS[front[DUMPLING]] + nigiri[seat]
            )
            icons.append(front[MAKI_1] + 2 * front[MAKI_2] + 3 * front[MAKI_3])
            puddings[seat] += front[PUDDING]
        most = max(icons)
        if most:
            winners = icons.count(most)
            second_most = 0
            if winners == 1:
                second_most = max(count for count in icons if count != most)
            share = 6 // winners
            rest = 3 // icons.count(second_most) if second_most else 0
            for seat in everybody:
                if icons[seat] == most:
                    totals[seat] += share
                elif rest and icons[seat] == second_most:
                    totals[seat] += rest
    most, fewest = max(puddings), min(puddings)
    if most != fewest:
        gain = 6 // puddings.count(most)
        loss = 6 // puddings.count(fewest) if seats > 2 else 0
        for seat in everybody:
            if puddings[seat] == most:
                totals[seat] += gain
            elif puddings[seat] == fewest:
                totals[seat] -= loss
    return totals
