import type { VerificationScope } from "../../../../db/enums.ts";
import { hmac } from "./keyed-hash.ts";
import { isEqual } from "./tokens.ts";
import { hrefOf, pages } from "../../../contract/pages.ts";

/** 32 symbols without look-alikes (O-052). */
const alphabet = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
const screens = {
  "verify:email-password-reset": pages.verify,
  "verify:email-change": pages.verifyEmail,
  "verify:user-setup": pages.setUp,
} satisfies Record<VerificationScope, string>;

/**
 * The six characters that belong to a code row. They are stored nowhere: whoever has the database without the
 * secret learns no code, and a mail can be written later from the row id alone (T3, ADR-025).
 */
export async function verificationCode(pepper: string, rowId: string): Promise<string> {
  const digest = await hmac(pepper, `code:1:${rowId}`);
  return Array.from(digest.subarray(0, 6), (byte) => alphabet[byte % 32]).join("");
}

/** The keys of codes: the one that makes them, and the one before it (empty: none). */
export type Peppers = { CODE_PEPPER: string; CODE_PEPPER_PREVIOUS: string };

/**
 * Whether these are the characters that belong to a code row, in any case: made with the key of today or, while keys are
 * rotated, with the one before. As slow for both.
 */
export async function isVerificationCode(peppers: Peppers, rowId: string, code: string): Promise<boolean> {
  const { CODE_PEPPER, CODE_PEPPER_PREVIOUS } = peppers;
  const made = await Promise.all(
    [CODE_PEPPER, CODE_PEPPER_PREVIOUS || CODE_PEPPER].map((pepper) => verificationCode(pepper, rowId)),
  );
  return made.filter((each) => isEqual(each, code.toUpperCase())).length > 0;
}

/** The link of a mail, built from the configured host and never from a request. */
export const verificationUrl = (publicUrl: string, scope: VerificationScope, userId: string, code: string): string =>
  publicUrl + hrefOf(screens[scope], { user_id: userId, code });

/** What stops an e-mail change: 128 bits that belong to its code row and, as the code, are stored nowhere. */
async function stopToken(pepper: string, rowId: string): Promise<string> {
  const digest = await hmac(pepper, `stop:1:${rowId}`);
  return Buffer.from(digest.subarray(0, 16)).toString("base64url");
}

/** Whether this is what stops the change of a code row, by the key of today or the one before. */
export async function isStopToken(peppers: Peppers, rowId: string, token: string): Promise<boolean> {
  const { CODE_PEPPER, CODE_PEPPER_PREVIOUS } = peppers;
  const made = await Promise.all(
    [CODE_PEPPER, CODE_PEPPER_PREVIOUS || CODE_PEPPER].map((pepper) => stopToken(pepper, rowId)),
  );
  return made.filter((each) => isEqual(each, token)).length > 0;
}

/** The link by which the old address stops an e-mail change. */
export const stopUrl = async (
  { PUBLIC_URL, CODE_PEPPER }: { PUBLIC_URL: string; CODE_PEPPER: string },
  userId: string,
  rowId: string,
): Promise<string> =>
  PUBLIC_URL + hrefOf(pages.stopEmailChange, { user_id: userId, token: await stopToken(CODE_PEPPER, rowId) });

/** A token that belongs to a code row as its characters do: who opens the link again gets the same one. */
export const derivedToken = async (pepper: string, rowId: string): Promise<string> =>
  Buffer.from(await hmac(pepper, `token:1:${rowId}`)).toString("base64url");
