"""Name what the application and the connections below it tell each other about a request."""

MORE_FOLLOWS = "dicehouse.more"  # key of a sent message: another one follows at once, so both are sent in one piece
ON_SERVER_CLOSING = "dicehouse.closing"  # key of a request's scope: the function to call when the server closes
LOST = 1006  # code of a connection that ended without a farewell, as browsers call it
