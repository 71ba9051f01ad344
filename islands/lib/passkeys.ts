import type {
  AuthenticationResponse,
  CreationOptions,
  RegistrationResponse,
  RequestOptions,
} from "../../worker/contract/entities/passkey.ts";

/** Decodes base64url by hand, because not all browsers have the JSON helpers of WebAuthn level 3. */
const fromBase64url = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (character) => character.charCodeAt(0));

const toBase64url = (bytes: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");

type Descriptor = CreationOptions["excludeCredentials"][number];
const toDescriptors = (list: Descriptor[]): PublicKeyCredentialDescriptor[] =>
  list.map(({ id, type, transports }) => ({
    type,
    id: fromBase64url(id),
    transports: transports as AuthenticatorTransport[],
  }));

const toCredentialIdentity = ({ id, rawId }: PublicKeyCredential) => ({
  id,
  rawId: toBase64url(rawId),
  type: "public-key" as const,
});

export async function createCredential(options: CreationOptions): Promise<RegistrationResponse> {
  const { challenge, user, excludeCredentials } = options;
  // as: the only kind that these options create
  const credential = (await navigator.credentials.create({
    publicKey: {
      ...options,
      challenge: fromBase64url(challenge),
      user: { ...user, id: fromBase64url(user.id) },
      excludeCredentials: toDescriptors(excludeCredentials),
    },
  })) as PublicKeyCredential;
  const response = credential.response as AuthenticatorAttestationResponse;
  return {
    ...toCredentialIdentity(credential),
    response: {
      clientDataJSON: toBase64url(response.clientDataJSON),
      attestationObject: toBase64url(response.attestationObject),
      transports: response.getTransports?.() ?? [],
    },
  };
}

/** `signal` ends a conditional request, which waits for a choice in the list of suggestions. */
export async function getCredential(options: RequestOptions, signal?: AbortSignal): Promise<AuthenticationResponse> {
  const { challenge, allowCredentials } = options;
  // as: the only kind that these options ask for
  const credential = (await navigator.credentials.get({
    ...(signal && { mediation: "conditional", signal }),
    publicKey: { ...options, challenge: fromBase64url(challenge), allowCredentials: toDescriptors(allowCredentials) },
  })) as PublicKeyCredential;
  const response = credential.response as AuthenticatorAssertionResponse;
  return {
    ...toCredentialIdentity(credential),
    response: {
      clientDataJSON: toBase64url(response.clientDataJSON),
      authenticatorData: toBase64url(response.authenticatorData),
      signature: toBase64url(response.signature),
      userHandle: response.userHandle ? toBase64url(response.userHandle) : null,
    },
  };
}

/** Returns a message for the browser's error; undefined if the request was aborted. */
export function passkeyErrorMessage(error: unknown): string | undefined {
  const name = error instanceof Error ? error.name : "";
  if (name === "AbortError") return undefined;
  if (name === "NotAllowedError") return "The passkey was not used, or it took too long. Try again.";
  if (name === "InvalidStateError") return "This device already has a passkey for your account.";
  return "Your browser could not use a passkey here.";
}
