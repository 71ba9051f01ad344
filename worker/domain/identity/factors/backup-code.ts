import { isEqual, seal, tokenHash, unseal } from "../../platform/index.ts";
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

/** A typed backup code without blanks and hyphens, in upper case. */
export const toPlainCode = (typed: string): string => typed.replace(/[\s-]/g, "").toUpperCase();

/** Associated data of a sealed backup code: the code of one user does not open in another user's row. */
const subjectOf = (userId: string): string => `backup-code:${userId}`;

const hashOf = async (code: string): Promise<Uint8Array<ArrayBuffer>> =>
  Uint8Array.from(Buffer.from(await tokenHash(toPlainCode(code)), "hex"));

export const sealBackupCode = async (pepper: string, userId: string, code: string): Promise<string> =>
  seal(pepper, subjectOf(userId), await hashOf(code));

export async function findMatchingCode(
  { settings }: Ctx,
  userId: string,
  stored: readonly string[],
  typed: string,
): Promise<string | undefined> {
  const hash = Buffer.from(await hashOf(typed)).toString("hex");
  const opened = await Promise.all(stored.map((each) => unseal(settings, subjectOf(userId), each)));
  return stored.find((_, place) => {
    const secret = opened[place]?.secret;
    return secret !== undefined && isEqual(Buffer.from(secret).toString("hex"), hash);
  });
}

/** Undefined if the code is sealed with the current key, or with no known key. */
export async function resealBackupCode({ settings }: Ctx, userId: string, sealed: string): Promise<string | undefined> {
  const opened = await unseal(settings, subjectOf(userId), sealed);
  return opened?.is_old ? seal(settings.CODE_PEPPER, subjectOf(userId), opened.secret) : undefined;
}
