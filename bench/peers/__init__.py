"""What other libraries' searches do, measured beside ours."""
