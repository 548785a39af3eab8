// A form that needs a passkey: the browser is asked to make or use one, and what it says goes with the form.
import { bytes, text } from "./kit/base64";

interface Key {
  id: string;
  type: "public-key";
}

/** what the house sends: as the browser wants it, but for the bytes */
interface Options {
  challenge: string;
  user?: { id: string };
  excludeCredentials?: Key[];
  allowCredentials?: Key[];
}

const keys = (found: Key[] = []): PublicKeyCredentialDescriptor[] =>
  found.map((key) => ({ ...key, id: bytes(key.id) }));

async function ask(options: Options): Promise<PublicKeyCredential | null> {
  const challenge = bytes(options.challenge);
  const found = options.user
    ? await navigator.credentials.create({
        publicKey: {
          ...options,
          challenge,
          user: { ...options.user, id: bytes(options.user.id) },
          excludeCredentials: keys(options.excludeCredentials),
        } as unknown as PublicKeyCredentialCreationOptions,
      })
    : await navigator.credentials.get({
        publicKey: { ...options, challenge, allowCredentials: keys(options.allowCredentials) },
      });
  return found as PublicKeyCredential | null;
}

/** what the browser says, as the house reads it */
function told({ id, rawId, type, response }: PublicKeyCredential): string {
  const part = (name: string): string | undefined => {
    const value = (response as unknown as Record<string, ArrayBuffer | null | undefined>)[name];
    return value ? text(value) : undefined;
  };
  const names = ["clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle"];
  const said = Object.fromEntries(names.map((name) => [name, part(name)]));
  return JSON.stringify({ id, rawId: text(rawId), type, response: said, clientExtensionResults: {} });
}

function why(error: unknown): string {
  const name = error instanceof Error ? error.name : "";
  if (name === "InvalidStateError") return "This device has a passkey of yours already.";
  if (name === "NotAllowedError") return "Nothing was done: it was cancelled, or it took too long.";
  if (name === "SecurityError") return "This browser refuses passkeys at this address.";
  return "That did not work; load the page again and try once more.";
}

/** lets a form be sent once a passkey has answered */
export function passkeys(form: HTMLFormElement): void {
  const says = form.querySelector<HTMLElement>(".says")!,
    button = form.querySelector("button")!;
  if (!("PublicKeyCredential" in window)) {
    says.textContent = "This browser knows no passkeys; a recovery phrase does the same.";
    button.hidden = true;
    return;
  }
  const field = document.createElement("input");
  field.type = "hidden";
  field.name = "credential";
  form.append(field);
  const send = async (): Promise<void> => {
    const answer = await fetch(form.dataset.passkey!, { method: "POST", body: new URLSearchParams() });
    if (answer.headers.get("content-type") !== "application/json") throw new Error(form.dataset.passkey);
    const found = await ask((await answer.json()) as Options);
    if (!found) throw new Error("none");
    field.value = told(found);
    form.submit();
  };
  button.disabled = false; // a form that went without an answer could only be refused
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (button.disabled) return;
    button.disabled = true;
    says.textContent = "Your device asks you now.";
    send().catch((error: unknown) => {
      says.textContent = why(error);
      button.disabled = false;
    });
  });
}
