// Add a hidden SVG sprite to the page. Icons drawn from it take the colour of the text around them.
export function addSprite(svg: string): void {
  const holder = document.createElement("div");
  holder.hidden = true;
  holder.innerHTML = svg;
  document.body.prepend(holder);
}
