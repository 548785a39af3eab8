"""Play Baron Voodoo as a bot, estimate positions and give reasons for actions."""
