"""Export what a game is written in: records, rules, dice, options, settings, lessons, and the `Game` type."""

from ..compiler.memory_intrinsics import local_array
from ..compiler.rule_compiler import rules
from ..records.record import Array, array, dtype, f64, i8, i16, i32, i64, new, record, strict, u8
from ..records.sentinels import NO_ACTION, NO_SEAT, NO_VALUE
from .action_codes import Block, Codes
from .action_list import Actions, add_action
from .dice import Dice, below, log_event, log_face, mark_revealed, roll
from .dice_sources import DiceSource, Keyed, LessonDice, RecordedDice, Seeded, Tape
from .event_name import EventName
from .experiment_items import ExperimentItem
from .game import Game
from .lesson import Lesson, LessonStep, ScriptedAction, scripted_actions
from .log_entry import LogEntry
from .observation_planes import Plane, PlaneLayout
from .option import GlossaryTerm, Option, Prompt, Reaction
from .settings import Mode, Setting, SettingValue
from .stages import stages
from .study_measures import StudyMeasure

__all__ = [
    "NO_ACTION",
    "NO_SEAT",
    "NO_VALUE",
    "Actions",
    "Array",
    "Block",
    "Codes",
    "Dice",
    "DiceSource",
    "EventName",
    "ExperimentItem",
    "Game",
    "GlossaryTerm",
    "Keyed",
    "Lesson",
    "LessonDice",
    "LessonStep",
    "LogEntry",
    "Mode",
    "Option",
    "Plane",
    "PlaneLayout",
    "Prompt",
    "Reaction",
    "RecordedDice",
    "ScriptedAction",
    "Seeded",
    "Setting",
    "SettingValue",
    "StudyMeasure",
    "Tape",
    "add_action",
    "array",
    "below",
    "dtype",
    "f64",
    "i8",
    "i16",
    "i32",
    "i64",
    "local_array",
    "log_event",
    "log_face",
    "mark_revealed",
    "new",
    "record",
    "roll",
    "rules",
    "scripted_actions",
    "stages",
    "strict",
    "u8",
]
