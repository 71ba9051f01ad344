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
