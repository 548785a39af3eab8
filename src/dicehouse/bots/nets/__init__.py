"""Play by neural nets: nets as files of plain numbers, and the bots that use them."""

from dicehouse.old_names import old_name_getter

from .layers import NO_INPUT
from .net import Net
from .net_bot import NetBot
from .net_names import NET_PREFIX, fingerprinted_name, is_net_name, load_named_net, short_bot_name

__all__ = [
    "NET_PREFIX",
    "NO_INPUT",
    "Net",
    "NetBot",
    "fingerprinted_name",
    "is_net_name",
    "load_named_net",
    "short_bot_name",
]

__getattr__ = old_name_getter(__name__)  # names of the version before
