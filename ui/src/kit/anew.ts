// A part of the page can't be fetched: most often because a newer page lies on the server, whose parts have other names.
// Asking again gives the same answer (browsers remember it), so the page itself must be loaded anew. The match is on the server.
export function anew(): void {
  if (document.querySelector(".anew")) return;
  const said = document.createElement("p"),
    key = document.createElement("button");
  said.className = "offline anew";
  said.setAttribute("role", "alert");
  said.textContent = "A part of this page is missing: there may be a newer one. The match is safe. ";
  key.textContent = "Reload the page";
  key.onclick = () => location.reload();
  said.append(key);
  document.body.append(said);
}
addEventListener("vite:preloadError", anew);
