// What this browser adds to the dice of the next match of the same people. Its text is sealed when this match is over, before anybody asks
// for the next one, and shown as soon as the seals of all are settled there, whether or not this page goes to that table.
import { randomText } from "../kit/words";
import { keepSealed, sealedFor } from "../parts";
import { sha256 } from "../sha256";
import type { Table } from "./ctrl.svelte";
import { keep } from "./keep";
import { Socket } from "./socket";

const LETTERS = "abcdefghjkmnpqrstuvwxyz23456789";

/** The name of the table that plays with the secret of a commitment: see table/verify.py. */
export function tableOf(commitment: string): string {
  const digest = sha256(`dicehouse-dice/1|table|${commitment}`).match(/../g)!;
  return digest
    .slice(0, 12)
    .map((byte) => LETTERS[parseInt(byte, 16) % LETTERS.length])
    .join("");
}

/** Sends the seal of a text for the next match; the same one whenever the line is there again. */
export function sealNext(table: Table, next: string): void {
  const known = sealedFor(next)[0];
  if (known) table.send({ t: "seal", text: known[0] });
  else {
    const text = randomText(),
      seal = sha256(text);
    if (keepSealed(next, [seal, text])) table.send({ t: "seal", text: seal }); // what can't be kept can't be shown later
  }
}

/** Goes to the next table for as long as it waits for texts, and shows the own one there; returns what ends that. */
export function showNext(next: string): () => void {
  const url = new URL(`/t/${next}/ws`, location.href);
  url.protocol = url.protocol.replace("http", "ws");
  const socket = new Socket(url, {
    frame(message) {
      if (message.t !== "state") return;
      if (message.mark) keep(message.table, message.mark, socket);
      if (message.table.phase !== "waiting") socket.close();
    },
    line: () => {},
    held: () => 0,
  });
  return () => socket.close();
}
