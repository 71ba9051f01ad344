import type { Ctx } from "../../context.ts";
import { keyedHash } from "../../platform/index.ts";

export const codeLifeMinutes = 10;
/** Wrong attempts that void a code. */
export const codeTriesMax = 5;

/** The six digits of a row of phone_codes, derived from its id and never stored, like the codes of mails. */
export async function phoneCode({ settings }: Pick<Ctx, "settings">, rowId: string): Promise<string> {
  const digest = await keyedHash(settings.CODE_PEPPER, `phone-code:1:${rowId}`);
  return String(Number.parseInt(digest.slice(0, 12), 16) % 1_000_000).padStart(6, "0");
}

const hashWith = (pepper: string, userId: string, code: string): Promise<string> =>
  keyedHash(pepper, `phone-code-hash:1:${userId}:${code}`);

/** Hash under a secret key, because a plain hash of six digits could be reversed by trying all codes. */
export const phoneCodeHash = ({ settings }: Pick<Ctx, "settings">, userId: string, code: string): Promise<string> =>
  hashWith(settings.CODE_PEPPER, userId, code);

export function phoneCodeHashes({ settings }: Pick<Ctx, "settings">, userId: string, code: string): Promise<string[]> {
  const { CODE_PEPPER, CODE_PEPPER_PREVIOUS } = settings;
  return Promise.all([CODE_PEPPER, CODE_PEPPER_PREVIOUS || CODE_PEPPER].map((key) => hashWith(key, userId, code)));
}
