import type { VerificationScope } from "../../../db/enums.ts";
import { hmac } from "./keyed-hash.ts";
import { hrefOf, pages } from "../../contract/pages.ts";

/** 32 symbols without look-alikes (O-052). */
const alphabet = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
const screens = {
  "verify:email-password-reset": pages.verify,
  "verify:email-change": pages.verifyEmail,
  "verify:user-setup": pages.setUp,
} satisfies Record<VerificationScope, string>;

/**
 * The six characters that belong to a code row. They are stored nowhere: whoever has the database without the
 * secret learns no code, and a mail can be written later from the row id alone (T3).
 */
export async function verificationCode(pepper: string, rowId: string): Promise<string> {
  const digest = await hmac(pepper, `code:1:${rowId}`);
  return Array.from(digest.subarray(0, 6), (byte) => alphabet[byte % 32]).join("");
}

/** The link of a mail, built from the configured host and never from a request. */
export const verificationUrl = (publicUrl: string, scope: VerificationScope, userId: string, code: string): string =>
  publicUrl + hrefOf(screens[scope], { user_id: userId, code });

/** What stops an e-mail change: 128 bits that belong to its code row and, as the code, are stored nowhere. */
export async function stopToken(pepper: string, rowId: string): Promise<string> {
  const digest = await hmac(pepper, `stop:1:${rowId}`);
  return Buffer.from(digest.subarray(0, 16)).toString("base64url");
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
