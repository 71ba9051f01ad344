import { createHash, createSign, generateKeyPairSync, randomBytes } from "node:crypto";
import type {
  AuthenticationResponse,
  CreationOptions,
  RegistrationResponse,
  RequestOptions,
} from "../../worker/contract/entities/passkey.ts";
import { workerUrl } from "./app.ts";

const sha256 = (data: Uint8Array | string) => createHash("sha256").update(data).digest();
const base64url = (data: Uint8Array | string) => Buffer.from(data).toString("base64url");

/** Encodes in CBOR (RFC 8949) what an attestation needs: small integers, bytes, texts and maps. */
function encodeCbor(value: number | string | Uint8Array | Map<number | string, unknown>): Buffer {
  const head = (major: number, n: number) =>
    n < 24
      ? Buffer.from([(major << 5) | n])
      : n < 256
        ? Buffer.from([(major << 5) | 24, n])
        : Buffer.from([(major << 5) | 25, n >> 8, n & 255]);
  if (typeof value === "number") return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === "string") return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (value instanceof Map) {
    const pairs = [...value].flatMap(([key, each]) => [encodeCbor(key), encodeCbor(each as string)]);
    return Buffer.concat([head(5, value.size), ...pairs]);
  }
  return Buffer.concat([head(2, value.length), value]);
}

type SignOptions = { origin?: string; counter?: number; is_verified?: boolean; user_handle?: string };

/** Creates an authenticator with one resident ES256 credential and a signature counter. */
export function createAuthenticator() {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  const id = randomBytes(32);
  let count = 0;
  let userHandle: string | undefined;

  const buildClientData = (type: string, challenge: string, origin: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

  function buildAuthenticatorData(
    rpId: string,
    { counter, is_verified = true }: SignOptions,
    attested?: Buffer,
  ): Buffer {
    count = counter ?? count + 1;
    const number = Buffer.alloc(4);
    number.writeUInt32BE(count);
    const flags = 0x01 | (is_verified ? 0x04 : 0) | (attested ? 0x40 : 0);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), number, ...(attested ? [attested] : [])]);
  }

  return {
    id: base64url(id),
    register(options: CreationOptions, signOptions: SignOptions = {}): RegistrationResponse {
      userHandle = options.user.id;
      const key = new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, "base64url")],
        [-3, Buffer.from(y, "base64url")],
      ]);
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, encodeCbor(key)]);
      const authData = buildAuthenticatorData(options.rp.id, signOptions, attested);
      const attestation = new Map<string, unknown>([
        ["fmt", "none"],
        ["attStmt", new Map()],
        ["authData", authData],
      ]);
      return {
        id: base64url(id),
        rawId: base64url(id),
        type: "public-key",
        response: {
          clientDataJSON: base64url(
            buildClientData("webauthn.create", options.challenge, signOptions.origin ?? workerUrl),
          ),
          attestationObject: base64url(encodeCbor(attestation)),
          transports: ["internal"],
        },
      };
    },
    answer(options: RequestOptions, signOptions: SignOptions = {}): AuthenticationResponse {
      const authData = buildAuthenticatorData(options.rpId, signOptions);
      const data = buildClientData("webauthn.get", options.challenge, signOptions.origin ?? workerUrl);
      const signature = createSign("SHA256").update(authData).update(sha256(data)).sign(privateKey);
      return {
        id: base64url(id),
        rawId: base64url(id),
        type: "public-key",
        response: {
          clientDataJSON: base64url(data),
          authenticatorData: base64url(authData),
          signature: base64url(signature),
          userHandle: signOptions.user_handle ?? userHandle,
        },
      };
    },
  };
}
