import * as z from "zod/mini";
import { describe, instant, nameText, opaqueText } from "../fields.ts";
import { visibleText } from "../rules.ts";

export const passkey = z.object({
  id: z.string(),
  name: z.string(),
  created_at: instant(),
  last_used_at: z.nullable(instant()),
  is_synced: describe(z.boolean(), "Whether its password manager copies it to other devices"),
});

export const passkeyName = () =>
  nameText(visibleText("Name", 64), "Name of the passkey, such as the device that it is on", 64);

const base64url = (max: number, description: string) =>
  opaqueText(max, `${description}, base64url without padding`).check(
    z.regex(/^[A-Za-z0-9_-]+$/, "must be base64url without padding"),
  );

const kind = () => describe(z.literal("public-key"), "Always public-key");
const credential = {
  id: base64url(1400, "Credential id"),
  rawId: base64url(1400, "Credential id"),
  type: kind(),
  authenticatorAttachment: z.nullish(opaqueText(32, "Attachment of the authenticator")),
  clientExtensionResults: z.optional(describe(z.object({}), "Answers of extensions; ignored")),
};
const clientDataJSON = () => base64url(4096, "Client data");

/** The JSON forms of PublicKeyCredential (https://www.w3.org/TR/webauthn-3/#sctn-parseCreationOptionsFromJSON). */
export const registrationResponse = () =>
  z.object({
    ...credential,
    response: describe(
      z.object({
        clientDataJSON: clientDataJSON(),
        attestationObject: base64url(16_384, "Attestation object"),
        transports: z.optional(
          describe(
            z.array(opaqueText(32, "Transport")).check(z.maxLength(10)),
            "How the browser reaches the authenticator",
          ),
        ),
      }),
      "What the authenticator answered",
    ),
  });
export type RegistrationResponse = z.output<ReturnType<typeof registrationResponse>>;

export const authenticationResponse = () =>
  z.object({
    ...credential,
    response: describe(
      z.object({
        clientDataJSON: clientDataJSON(),
        authenticatorData: base64url(4096, "Authenticator data"),
        signature: base64url(4096, "Signature"),
        userHandle: z.nullish(opaqueText(128, "User handle, base64url")),
      }),
      "What the authenticator answered",
    ),
  });
export type AuthenticationResponse = z.output<ReturnType<typeof authenticationResponse>>;

const credentials = (what: string) =>
  describe(
    z.array(z.object({ id: z.string(), type: kind(), transports: describe(z.array(z.string()), "How to reach it") })),
    what,
  );
const challenge = () => describe(z.string(), "What the authenticator signs, base64url");
const timeout = () => describe(z.int(), "How long the browser waits, in milliseconds");
const verification = () => describe(z.literal("required"), "The authenticator verifies its user");

export const requestOptions = describe(
  z.object({
    challenge: challenge(),
    rpId: describe(z.string(), "Domain of the passkeys"),
    timeout: timeout(),
    userVerification: verification(),
    allowCredentials: credentials("Passkeys to choose from; empty: all of this domain"),
  }),
  "Options of navigator.credentials.get()",
);
export type RequestOptions = z.output<typeof requestOptions>;

export const creationOptions = describe(
  z.object({
    challenge: challenge(),
    rp: describe(z.object({ id: z.string(), name: z.string() }), "Domain of the passkeys, and its name"),
    user: describe(
      z.object({ id: z.string(), name: z.string(), displayName: describe(z.string(), "Name to show") }),
      "You, as the authenticator stores you",
    ),
    pubKeyCredParams: describe(
      z.array(z.object({ type: kind(), alg: describe(z.int(), "Number of the algorithm at COSE") })),
      "Algorithms of keys, the best one first",
    ),
    timeout: timeout(),
    attestation: describe(z.literal("none"), "The kind of authenticator is not asked"),
    authenticatorSelection: describe(
      z.object({
        residentKey: describe(z.literal("required"), "The passkey is found without an email address"),
        requireResidentKey: describe(z.literal(true), "The same for older browsers"),
        userVerification: verification(),
      }),
      "What the authenticator must be able to do",
    ),
    excludeCredentials: credentials("Your passkeys, which are not added again"),
  }),
  "Options of navigator.credentials.create()",
);
export type CreationOptions = z.output<typeof creationOptions>;
