import { type AuthenticationResponse, type RegistrationResponse } from "../../../contract/entities/passkey.ts";
import { unprocessable } from "../../../contract/errors.ts";
import { parseHosts } from "../../../contract/hosts.ts";
import type { Ctx } from "../../context.ts";

/** Loaded only when a passkey is used, because the library is large. */
const loadLibrary = () => import("@simplewebauthn/server");

/** Ed25519, ES256 and RS256 (https://www.iana.org/assignments/cose), which cover all platforms. */
export const algorithms = [-8, -7, -257];
export const timeoutMs = 5 * 60_000;

/** A passkey belongs to the domain of the shop, and works on all of its hosts. */
export const relyingPartyId = ({ settings }: Pick<Ctx, "settings">): string =>
  settings.COOKIE_DOMAIN || new URL(settings.PUBLIC_URL).hostname;

const expectedOrigins = ({ settings }: Ctx): string[] => [
  ...(parseHosts(settings)?.all ?? [new URL(settings.PUBLIC_URL).origin]),
];

export const toUserHandle = (userId: string): string =>
  Buffer.from(userId.replaceAll("-", ""), "hex").toString("base64url");

export const toHex = (base64url: string): string => Buffer.from(base64url, "base64url").toString("hex");
export const toBase64url = (hex: string): string => Buffer.from(hex, "hex").toString("base64url");

/** Challenge from clientDataJSON, untrusted until the signature is verified; empty if it cannot be read. */
export function readChallenge({ response }: AuthenticationResponse | RegistrationResponse): string {
  try {
    const data: unknown = JSON.parse(Buffer.from(response.clientDataJSON, "base64url").toString());
    const challenge = typeof data === "object" && data !== null && "challenge" in data ? data.challenge : undefined;
    return typeof challenge === "string" ? challenge : "";
  } catch {
    return "";
  }
}

export type Registration = {
  credential_id: string;
  public_key: string;
  counter: number;
  transports: string[];
  is_synced: boolean;
};

/** Ids and keys are in hex. @throws PASSKEY_REFUSED */
export async function verifyRegistration(
  ctx: Ctx,
  { clientExtensionResults = {}, ...sent }: RegistrationResponse,
  challenge: string,
): Promise<Registration> {
  const { verifyRegistrationResponse } = await loadLibrary();
  const { transports = [], ...response } = sent.response;
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: { id: sent.id, rawId: sent.rawId, type: sent.type, clientExtensionResults, response },
    expectedChallenge: challenge,
    expectedOrigin: expectedOrigins(ctx),
    expectedRPID: relyingPartyId(ctx),
    requireUserVerification: true,
    supportedAlgorithmIDs: algorithms,
  }).catch(throwRefusal);
  if (!verified) throw unprocessable("PASSKEY_REFUSED");
  const { credential, credentialBackedUp } = registrationInfo;
  return {
    credential_id: toHex(credential.id),
    public_key: Buffer.from(credential.publicKey).toString("hex"),
    counter: credential.counter,
    transports,
    is_synced: credentialBackedUp,
  };
}

export type StoredPasskey = { credential_id: string; public_key: string };

/**
 * Returns the authenticator's signature counter, which callers must compare with the stored one.
 * @throws PASSKEY_REFUSED
 */
export async function verifyAuthentication(
  ctx: Ctx,
  { clientExtensionResults = {}, ...sent }: AuthenticationResponse,
  challenge: string,
  storedPasskey: StoredPasskey,
): Promise<{ counter: number; is_synced: boolean }> {
  const { verifyAuthenticationResponse } = await loadLibrary();
  const { userHandle, ...response } = sent.response;
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: {
      id: sent.id,
      rawId: sent.rawId,
      type: sent.type,
      clientExtensionResults,
      response: { ...response, ...(userHandle && { userHandle }) },
    },
    expectedChallenge: challenge,
    expectedOrigin: expectedOrigins(ctx),
    expectedRPID: relyingPartyId(ctx),
    credential: {
      id: toBase64url(storedPasskey.credential_id),
      publicKey: Uint8Array.from(Buffer.from(storedPasskey.public_key, "hex")),
      counter: 0,
    },
    requireUserVerification: true,
  }).catch(throwRefusal);
  if (!verified) throw unprocessable("PASSKEY_REFUSED");
  return { counter: authenticationInfo.newCounter, is_synced: authenticationInfo.credentialBackedUp };
}

/** The library throws for every response that is wrong or unreadable. */
function throwRefusal(): never {
  throw unprocessable("PASSKEY_REFUSED");
}
