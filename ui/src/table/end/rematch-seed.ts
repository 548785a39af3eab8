// Commit this browser's text for the dice of the rematch. The hash is sent when this match is over, before anybody asks
// for a rematch; the text is revealed as soon as all hashes are settled there, even if this page does not go to that
// table.
import { ownAddress } from "../../shared/own-address";
import { randomHex } from "../../shared/text-format";
import { storeNextSeed, seedsForNextTable } from "../../shared/client-seeds";
import { sha256 } from "../../shared/sha256";
import type { TableController } from "../state/table-controller.svelte";
import { recordChainHead } from "../proof/record-chain-head";
import { ReconnectingSocket } from "../connection/socket";

const LETTERS = "abcdefghjkmnpqrstuvwxyz23456789";

/** Return the id of the table that uses the secret of a commitment (the server's verify.py does the same). */
export function nextTableId(commitment: string): string {
  const digest = sha256(`dicehouse-dice/1|table|${commitment}`).match(/../g)!;
  return digest
    .slice(0, 12)
    .map((byte) => LETTERS[parseInt(byte, 16) % LETTERS.length])
    .join("");
}

/** Send the commitment for the rematch; the same one after every reconnect. */
export function commitRematchSeed(table: TableController, next: string): void {
  const known = seedsForNextTable(next)[0];
  if (known) table.send({ t: "seal", text: known[0] });
  else {
    const text = randomHex(),
      commitment = sha256(text);
    if (storeNextSeed(next, [commitment, text])) table.send({ t: "seal", text: commitment }); // a text that can't be stored could not be revealed later
  }
}

/** Connect to the next table while it waits, and reveal the own text there; return a function that ends this. */
export function revealRematchSeed(next: string): () => void {
  const url = new URL(ownAddress(`/t/${next}/ws`), location.href);
  url.protocol = url.protocol.replace("http", "ws");
  const socket = new ReconnectingSocket(url, {
    receive(message) {
      if (message.t !== "state") return;
      if (message.mark) recordChainHead(message.table, message.mark, socket);
      if (message.table.phase !== "waiting") socket.close();
    },
    stateChanged: () => {},
    eventsHeld: () => 0,
  });
  return () => socket.close();
}
