// Leave the page for another one of ours. In the static site (src/site) the page is in a frame, whose shell hears of it
// first and shows the other page itself.
import { ownAddress } from "./own-address";

export const GO = "dicehouse:go";

/** Go to an address of ours, such as "/". */
export function goTo(address: string): void {
  const event = new CustomEvent(GO, { detail: address, cancelable: true });
  if (document.dispatchEvent(event)) location.assign(ownAddress(address));
}

export const reloadPage = (): void => {
  const event = new CustomEvent(GO, { detail: location.pathname + location.search, cancelable: true });
  if (document.dispatchEvent(event)) location.reload();
};
