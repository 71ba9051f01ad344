import { keyedHash } from "../../platform/index.ts";
import type { Ctx } from "../../context.ts";
import { backupCodesCount } from "./lifetimes.ts";

/** 32 symbols without look-alikes; ten of them are 50 bits. */
const alphabet = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
const length = 10;

export const newBackupCodes = (): string[] =>
  Array.from({ length: backupCodesCount }, () => {
    const code = Array.from(crypto.getRandomValues(new Uint8Array(length)), (byte) => alphabet[byte % 32]).join("");
    return `${code.slice(0, length / 2)}-${code.slice(length / 2)}`;
  });

/** Blanks, hyphens and case do not count. */
export const toPlainCode = (typed: string): string => typed.replace(/[\s-]/g, "").toUpperCase();

export const hashBackupCode = (pepper: string, userId: string, code: string): Promise<string> =>
  keyedHash(pepper, `backup-code:1:${userId}:${toPlainCode(code)}`);

/** Under the current key and, during a rotation, the previous one. */
export const possibleHashes = ({ settings }: Ctx, userId: string, code: string): Promise<string[]> =>
  Promise.all(
    [settings.CODE_PEPPER, settings.CODE_PEPPER_PREVIOUS || settings.CODE_PEPPER].map((pepper) =>
      hashBackupCode(pepper, userId, code),
    ),
  );
