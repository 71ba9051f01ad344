import { hrefOf, pages } from "../../../contract/pages.ts";
import { hmac } from "./keyed-hash.ts";
import { isEqual } from "./tokens.ts";
import type { Peppers } from "./verification-code.ts";

/** A keyed 128-bit token per user. It never expires: a mail may be opened years later. */
async function unsubscribeToken(pepper: string, userId: string): Promise<string> {
  const digest = await hmac(pepper, `unsubscribe:1:${userId}`);
  return Buffer.from(digest.subarray(0, 16)).toString("base64url");
}

export async function isUnsubscribeToken(peppers: Peppers, userId: string, token: string): Promise<boolean> {
  const { CODE_PEPPER, CODE_PEPPER_PREVIOUS } = peppers;
  const expected = await Promise.all(
    [CODE_PEPPER, CODE_PEPPER_PREVIOUS || CODE_PEPPER].map((pepper) => unsubscribeToken(pepper, userId)),
  );
  return expected.filter((each) => isEqual(each, token)).length > 0;
}

/** The link that turns optional types off and on again without signing in; it grants nothing else. */
export const unsubscribeUrl = async (
  { PUBLIC_URL, CODE_PEPPER }: { PUBLIC_URL: string; CODE_PEPPER: string },
  userId: string,
  types: readonly string[],
): Promise<string> =>
  PUBLIC_URL +
  hrefOf(pages.unsubscribeFrom, {
    user_id: userId,
    token: await unsubscribeToken(CODE_PEPPER, userId),
    types: types.join("."),
  });
