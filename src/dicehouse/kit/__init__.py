"""What rules are written in: records, compiling, dice, options, and the Game type."""

from .actions import Actions, add
from .codes import Block, Codes
from .compiling import rules
from .dice import Dice, below, reveal, roll, show, tell
from .engine import DiceBox, Engine, Position, engine_of
from .game import Game
from .items import Item
from .lesson import Lesson, Play, Step, plays
from .measures import Measure
from .memory import local_array
from .observing import Layout, Plane
from .record import Array, array, dtype, f64, i8, i16, i32, i64, new, record, strict, u8
from .settings import Mode, Setting, Value
from .sources import Chosen, Keyed, Recorded, Seeded, Source, Tape
from .stages import stages
from .telling import Option, Prompt, Reaction, Told

__all__ = [
    "Actions",
    "Array",
    "Block",
    "Chosen",
    "Codes",
    "Dice",
    "DiceBox",
    "Engine",
    "Game",
    "Item",
    "Keyed",
    "Layout",
    "Lesson",
    "Measure",
    "Mode",
    "Option",
    "Plane",
    "Play",
    "Position",
    "Prompt",
    "Reaction",
    "Recorded",
    "Seeded",
    "Setting",
    "Source",
    "Step",
    "Tape",
    "Told",
    "Value",
    "add",
    "array",
    "below",
    "dtype",
    "engine_of",
    "f64",
    "i8",
    "i16",
    "i32",
    "i64",
    "local_array",
    "new",
    "plays",
    "record",
    "reveal",
    "roll",
    "rules",
    "show",
    "stages",
    "strict",
    "tell",
    "u8",
]
