// Signs are drawn from one hidden sprite in the page, so that they take the colour of the text around them.
export function addSprite(svg: string): void {
  const holder = document.createElement("div");
  holder.hidden = true;
  holder.innerHTML = svg;
  document.body.prepend(holder);
}
