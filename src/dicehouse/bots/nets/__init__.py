"""Players that have learned: nets as files of plain numbers, and the bots that play by them."""

from .layers import NOTHING
from .naming import NET, exactly, is_net, net_of, short_name
from .net import Net
from .player import Learned

__all__ = ["NET", "NOTHING", "Learned", "Net", "exactly", "is_net", "net_of", "short_name"]
