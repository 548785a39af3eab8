"""Play Dicetopia as a bot, estimate positions and give reasons for actions."""
