import { hmac } from "./keyed-hash.ts";
import { isEqual } from "./tokens.ts";
import type { Peppers } from "./verification-code.ts";

/** Content of a download link; ids are uuids, `expires_s` seconds since 1970. */
export type FileClaims = {
  download_id: string;
  version_id: string;
  user_id: string;
  org_id: string;
  impersonator_id: string | null;
  expires_s: number;
};

const noImpersonator = "00000000-0000-0000-0000-000000000000";
const idBytes = 16;
const claimsBytes = 5 * idBytes + 6;

/** The signed part of a download link (T16): all claims and an HMAC-SHA-256 over them, in base64url. */
export async function createFileToken(pepper: string, claims: FileClaims): Promise<string> {
  const packed = pack(claims);
  return `${packed}.${await computeMac(pepper, packed)}`;
}

export async function readFileToken(peppers: Peppers, token: string): Promise<FileClaims | undefined> {
  const [packed = "", mac = "", more] = token.split(".");
  const { CODE_PEPPER, CODE_PEPPER_PREVIOUS } = peppers;
  const expected = await Promise.all(
    [CODE_PEPPER, CODE_PEPPER_PREVIOUS || CODE_PEPPER].map((pepper) => computeMac(pepper, packed)),
  );
  const isValidMac = expected.filter((each) => isEqual(each, mac)).length > 0;
  return isValidMac && more === undefined ? unpack(packed) : undefined;
}

const computeMac = async (pepper: string, packed: string): Promise<string> =>
  Buffer.from(await hmac(pepper, `file:1:${packed}`)).toString("base64url");

function pack({ download_id, version_id, user_id, org_id, impersonator_id, expires_s }: FileClaims): string {
  const buffer = Buffer.alloc(claimsBytes);
  for (const [index, id] of [download_id, version_id, user_id, org_id, impersonator_id ?? noImpersonator].entries())
    buffer.write(id.replaceAll("-", ""), index * idBytes, "hex");
  buffer.writeUIntBE(expires_s, 5 * idBytes, 6);
  return buffer.toString("base64url");
}

function unpack(packed: string): FileClaims | undefined {
  const buffer = Buffer.from(packed, "base64url");
  if (buffer.length !== claimsBytes) return undefined;
  const id = (index: number) =>
    buffer
      .toString("hex", index * idBytes, (index + 1) * idBytes)
      .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  const impersonator_id = id(4);
  return {
    download_id: id(0),
    version_id: id(1),
    user_id: id(2),
    org_id: id(3),
    impersonator_id: impersonator_id === noImpersonator ? null : impersonator_id,
    expires_s: buffer.readUIntBE(5 * idBytes, 6),
  };
}
