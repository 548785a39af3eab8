"""Record a motion for the page: for every body that moved, its positions and times.

A body's track is one flat list of whole numbers, eight to a frame: the time in milliseconds, the centre in tenths of a
millimetre, the turn (w, i, j, k) in ten-thousandths. Between two frames a body moves in a straight line. A track that
ends before the others belongs to a body that was removed or came to rest.
"""

from __future__ import annotations

EVERY = 16  # milliseconds, and simulation steps, between two frames

Frames = dict[str, list[int]]


class FrameRecorder:
    """Take frames of bodies as time passes, and keep those that show a change."""

    def __init__(self) -> None:
        self._tracks: dict[str, list[list[int]]] = {}
        self._still: dict[str, int] = {}  # when a body was last at the place of its last frame

    def record_frame(self, time: int, name: str, pose: list[float]) -> None:
        now = [round(part * 10_000) for part in pose]
        track = self._tracks.setdefault(name, [])
        if not track:
            track.append([time, *now])
        elif max(abs(a - b) for a, b in zip(now, track[-1][1:], strict=True)) > 1:
            still = max(self._still[name], time - EVERY)
            if track[-1][0] < still < time:
                track.append([still, *track[-1][1:]])
            track.append([time, *now])
        self._still[name] = time

    def frames(self) -> Frames:
        moved = {name: track for name, track in sorted(self._tracks.items()) if len(track) > 1}
        return {name: [part for frame in track for part in frame] for name, track in moved.items()}
