import { isEqual, keyedHash } from "../../platform/index.ts";
import type { Ctx } from "../../context.ts";

export const codeLifeMinutes = 10;
/** Wrong tries that kill a code. */
export const codeTriesMax = 5;

/** The six digits of a row of phone_codes, derived from its id and never stored, like the codes of mails. */
async function codeWith(pepper: string, rowId: string): Promise<string> {
  const digest = await keyedHash(pepper, `phone-code:1:${rowId}`);
  return String(Number.parseInt(digest.slice(0, 12), 16) % 1_000_000).padStart(6, "0");
}

export const phoneCode = ({ settings }: Pick<Ctx, "settings">, rowId: string): Promise<string> =>
  codeWith(settings.CODE_PEPPER, rowId);

/** Whether these are the digits of a row, by the key of today or, while keys are rotated, by the one before. */
export async function isPhoneCode({ settings }: Pick<Ctx, "settings">, rowId: string, code: string): Promise<boolean> {
  const { CODE_PEPPER, CODE_PEPPER_PREVIOUS } = settings;
  const codes = await Promise.all(
    [CODE_PEPPER, CODE_PEPPER_PREVIOUS || CODE_PEPPER].map((pepper) => codeWith(pepper, rowId)),
  );
  return codes.filter((each) => isEqual(each, code)).length > 0;
}
