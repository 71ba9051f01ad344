import type { VerificationScope } from "../../../../db/enums.ts";
import { hmac } from "./keyed-hash.ts";
import { isEqual } from "./tokens.ts";
import { hrefOf, pages } from "../../../contract/pages.ts";

/** 32 symbols without look-alikes (O-052). */
const alphabet = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
const pagesByScope = {
  "verify:email-password-reset": pages.verify,
  "verify:email-change": pages.verifyEmail,
  "verify:user-setup": pages.setUp,
} satisfies Record<VerificationScope, string>;

/**
 * The six-character code of a code row, which is derived and stored nowhere: the database without the secret reveals no
 * code, and a mail can be rendered later from the row id alone (T3, ADR-025).
 */
export async function verificationCode(pepper: string, rowId: string): Promise<string> {
  const digest = await hmac(pepper, `code:1:${rowId}`);
  return Array.from(digest.subarray(0, 6), (byte) => alphabet[byte % 32]).join("");
}

/** `CODE_PEPPER_PREVIOUS` is empty unless the key is being rotated. */
export type Peppers = { CODE_PEPPER: string; CODE_PEPPER_PREVIOUS: string };

/**
 * Whether a code belongs to a code row, ignoring case, by the current key or, during key rotation, the previous one.
 * Takes equally long for both.
 */
export async function isVerificationCode(peppers: Peppers, rowId: string, code: string): Promise<boolean> {
  const { CODE_PEPPER, CODE_PEPPER_PREVIOUS } = peppers;
  const expected = await Promise.all(
    [CODE_PEPPER, CODE_PEPPER_PREVIOUS || CODE_PEPPER].map((pepper) => verificationCode(pepper, rowId)),
  );
  // NFKC, because East Asian input methods type full-width digits and letters
  const plain = code.normalize("NFKC").toUpperCase();
  return expected.filter((each) => isEqual(each, plain)).length > 0;
}

/** A link for mails or for an administrator to hand over, built from the configured host and never from a request. */
export const verificationUrl = (publicUrl: string, scope: VerificationScope, userId: string, code: string): string =>
  publicUrl + hrefOf(pagesByScope[scope], { user_id: userId, code });

/**
 * The period in which the old address can stop or revert an email change, and a mailed security event can be reported;
 * a Postgres interval.
 */
export const stopLifetime = "7 days";

/** The token that stops an email change: 128 bits derived from its code row and stored nowhere. */
async function stopToken(pepper: string, rowId: string): Promise<string> {
  const digest = await hmac(pepper, `stop:1:${rowId}`);
  return Buffer.from(digest.subarray(0, 16)).toString("base64url");
}

export async function isStopToken(peppers: Peppers, rowId: string, token: string): Promise<boolean> {
  const { CODE_PEPPER, CODE_PEPPER_PREVIOUS } = peppers;
  const expected = await Promise.all(
    [CODE_PEPPER, CODE_PEPPER_PREVIOUS || CODE_PEPPER].map((pepper) => stopToken(pepper, rowId)),
  );
  return expected.filter((each) => isEqual(each, token)).length > 0;
}

export const stopUrl = async (
  { PUBLIC_URL, CODE_PEPPER }: { PUBLIC_URL: string; CODE_PEPPER: string },
  userId: string,
  rowId: string,
): Promise<string> =>
  PUBLIC_URL + hrefOf(pages.stopEmailChange, { user_id: userId, token: await stopToken(CODE_PEPPER, rowId) });

/** Derived from the code row, so that opening the link again gives the same token. */
export const derivedToken = async (pepper: string, rowId: string): Promise<string> =>
  Buffer.from(await hmac(pepper, `token:1:${rowId}`)).toString("base64url");
