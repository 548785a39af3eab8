"""Make invitation codes that can be said aloud: two words and a number, such as "quiet oak 7".

A code is for one seat, and works once. It expires when the seat is taken or its invitation is replaced, and in any case
after `LIFE` seconds; if the host is looking at the table then, the server makes another. The link to the same seat
can't be guessed at all (128 bits) and stays valid, so a guest whose code has expired has to ask again, but loses no
seat.

How hard a code is to guess: there are 244 x 229 x 98 = 5,475,848 codes. A wrong code uses up one of a few attempts of
its address, and one of those that the whole server allows (`web.rate_limits.RateLimits`: 30 at once, then 1 every 20
seconds). In the two hours that a code is valid, all guessers of the world together have 390 attempts: the chance of
finding a given seat is 1 in 14,000, and that of finding any of 100 seats open at the same time is 1 in 140. A guesser
who finds one has a seat in a game, in front of its host.
"""

from __future__ import annotations

import secrets
import unicodedata

LIFE = 2 * 3600.0  # seconds
NUMBERS = range(2, 100)

_FIRST = """
able agile alert amber ample apt ashen august autumn avid azure balmy bare basic black bland blank blond blue bold
bonny bored brave brief bright brisk broad bronze brown busy calm candid casual cheery chilly chubby civil clean clear
clever close cloudy coarse cobalt comfy common cool copper coral cosy crafty creamy crimson crisp crooked curious
curly cute daily dainty damp dapper daring dark dear deep dense dim dizzy double drowsy dry dusty eager early easy
elder empty endless equal even exact extra fair faint famous fancy fast fearless festive fiery final fine firm first
fit fleet floral fluffy foggy fond formal frank free fresh frosty full funny fuzzy gentle giant gifted glad
glossy golden good grand grassy grateful great green grey happy hardy hasty hazel hearty heavy hidden hollow honest
huge humble hungry husky icy idle indigo inner ivory jade jaunty jolly joyful jumpy keen kind large lavish lazy lemon
light lilac lively lofty lone long loud loyal lucky lunar magic major maple marble mellow merry mighty mild minty misty
modest mossy mushy musical narrow native navy neat new nice nimble noble noisy normal novel olive open orange orderly
outer pale patient peachy pearly perky pink placid plain playful plucky plum polite prime proud prudent pure purple
quick quiet rapid rare ready red regal rich ripe roaming robust rosy round royal ruby rustic safe sandy scarlet serene
shady sharp shiny short shy silent silky silver simple sleepy slim slow small smart smooth snowy
"""
_SECOND = """
acorn anchor ant anvil apple apron arrow badger bagel ball balloon bamboo banjo barn basil basket bean bear beaver bee
beetle bell bench berry bike birch bird bison boat bone book boot bottle bowl box bread breeze brick bridge broom brush
bucket bus bush button cabin cactus cake camel camera candle canoe canyon cap card carrot castle cat cedar cello chair
chalk cheese cherry chess chest circle cliff clock cloud clover coat coin comet cookie corn cottage cow crab crane
crayon creek cricket crow crown cup curtain daisy deer desk donkey door dove dragon drum duck eagle easel egg elbow elk
elm engine falcon farm feather fence fern fiddle field finch fish flag flame flute forest fork fox frog garden garlic
gate ginger glacier glove goat goose grape guitar hammer harbor hare harp hat hawk hedge helmet heron hill hippo honey
horn horse hotel house iris island jacket jam jar jelly kettle key kite kitten kiwi koala ladder lake lamp lark leaf
lemur lily lion lizard llama lobster lotus magnet mango map mask meadow melon mirror mole monkey moon moose moth
mountain mouse muffin mug needle nest nut oak oar ocean onion orchid otter owl ox paddle panda parrot peach peanut pear
pebble pelican pen pencil penguin pepper piano pigeon pillow pine pizza plate pocket pond pony poppy potato puffin
pumpkin puzzle rabbit raven ribbon ring river robin rocket
"""


FIRST, SECOND = tuple(_FIRST.split()), tuple(_SECOND.split())
SPACE = len(FIRST) * len(SECOND) * len(NUMBERS)
_MOST = 60  # characters of a typed code


def draw() -> str:
    """Return a new code as it is stored and used in addresses: "quiet-oak-7"."""
    return f"{secrets.choice(FIRST)}-{secrets.choice(SECOND)}-{secrets.choice(NUMBERS)}"


def spoken(code: str) -> str:
    """Return a code as it is said and shown."""
    return code.replace("-", " ")


def read(text: str) -> str | None:
    """Return the code in `text`, whatever its capitals, hyphens and spaces; None if `text` is not a code."""
    if len(text) > _MOST:
        return None
    signs = "".join(c for c in unicodedata.normalize("NFKC", text).lower() if c.isalnum())
    words = signs.rstrip("0123456789")
    digits = signs[len(words) :]
    pair = next(((w, words[len(w) :]) for w in FIRST if words.startswith(w) and words[len(w) :] in SECOND), None)
    if pair is None or not 1 <= len(digits) <= 2 or int(digits) not in NUMBERS:
        return None
    return f"{pair[0]}-{pair[1]}-{int(digits)}"
