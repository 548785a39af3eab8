// Ask the browser to make or use a passkey, and send its answer with the form.
import { decodeBase64url, encodeBase64url } from "../shared/base64url";
import { t } from "../shared/i18n";

interface CredentialId {
  id: string;
  type: "public-key";
}

/** The server's options for the browser, except that bytes are encoded as text. */
interface PasskeyOptions {
  challenge: string;
  user?: { id: string };
  excludeCredentials?: CredentialId[];
  allowCredentials?: CredentialId[];
}

const credentialList = (found: CredentialId[] = []): PublicKeyCredentialDescriptor[] =>
  found.map((key) => ({ ...key, id: decodeBase64url(key.id) }));

async function askForPasskey(options: PasskeyOptions): Promise<PublicKeyCredential | null> {
  const challenge = decodeBase64url(options.challenge);
  const found = options.user
    ? await navigator.credentials.create({
        publicKey: {
          ...options,
          challenge,
          user: { ...options.user, id: decodeBase64url(options.user.id) },
          excludeCredentials: credentialList(options.excludeCredentials),
        } as unknown as PublicKeyCredentialCreationOptions,
      })
    : await navigator.credentials.get({
        publicKey: { ...options, challenge, allowCredentials: credentialList(options.allowCredentials) },
      });
  return found as PublicKeyCredential | null;
}

/** Return the browser's answer in the form that the server reads. */
function credentialJson({ id, rawId, type, response }: PublicKeyCredential): string {
  const part = (name: string): string | undefined => {
    const value = (response as unknown as Record<string, ArrayBuffer | null | undefined>)[name];
    return value ? encodeBase64url(value) : undefined;
  };
  const names = ["clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle"];
  const said = Object.fromEntries(names.map((name) => [name, part(name)]));
  return JSON.stringify({ id, rawId: encodeBase64url(rawId), type, response: said, clientExtensionResults: {} });
}

function describeError(error: unknown): string {
  const name = error instanceof Error ? error.name : "";
  if (name === "InvalidStateError") return t("You already have a passkey on this device.");
  if (name === "NotAllowedError") return t("You cancelled, or it took too long. Nothing has changed.");
  if (name === "SecurityError") return t("This browser doesn't allow passkeys at this address.");
  return t("That didn't work. Reload the page and try again.");
}

/** Let the form be sent only after a passkey has answered. */
export function setUpPasskeyForm(form: HTMLFormElement): void {
  const says = form.querySelector<HTMLElement>(".says")!,
    button = form.querySelector("button")!;
  if (!("PublicKeyCredential" in window)) {
    says.textContent = t("This browser doesn't support passkeys. Use a recovery phrase instead.");
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
    const found = await askForPasskey((await answer.json()) as PasskeyOptions);
    if (!found) throw new Error("none");
    field.value = credentialJson(found);
    form.submit();
  };
  button.disabled = false; // without this script the server could only refuse the form
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (button.disabled) return;
    button.disabled = true;
    says.textContent = t("Confirm it on your device.");
    send().catch((error: unknown) => {
      says.textContent = describeError(error);
      button.disabled = false;
    });
  });
}
