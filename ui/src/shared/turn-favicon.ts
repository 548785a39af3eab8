// Change the page's icon while it is your turn.
const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
const normalIcon = icon?.href ?? "";
const TURN_ICON = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="9" fill="#ffc42e"/><rect x="6" y="6" width="20" height="20" rx="5" fill="#2a1b00"/><g fill="#ffc42e"><circle cx="11.500" cy="11.500" r="2.400"/><circle cx="20.500" cy="20.500" r="2.400"/><circle cx="16" cy="16" r="2.400"/></g></svg>',
)}`;

/** Show whether it is your turn; return a function that restores the icon. */
export function showTurnIcon(on: boolean): () => void {
  if (icon) icon.href = on ? TURN_ICON : normalIcon;
  return () => {
    if (icon) icon.href = normalIcon;
  };
}
