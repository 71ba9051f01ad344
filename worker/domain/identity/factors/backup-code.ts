import { isEqual, seal, tokenHash, unseal } from "../../platform/index.ts";
import type { Ctx } from "../../context.ts";
import { backupCodesCount } from "./lifetimes.ts";

/** 32 symbols without look-alikes; ten of them are 50 bits. */
const alphabet = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
const codeLength = 10;

export const generateBackupCodes = (): string[] =>
  Array.from({ length: backupCodesCount }, () => {
    const code = Array.from(crypto.getRandomValues(new Uint8Array(codeLength)), (byte) => alphabet[byte % 32]).join("");
    return `${code.slice(0, codeLength / 2)}-${code.slice(codeLength / 2)}`;
  });

/** NFKC, because East Asian input methods type full-width digits and letters. */
export const toPlainCode = (typed: string): string => typed.normalize("NFKC").replace(/[\s-]/g, "").toUpperCase();

/** Binds a sealed backup code to its user, so that it does not open in another user's row. */
const associatedDataFor = (userId: string): string => `backup-code:${userId}`;

const hashCode = async (code: string): Promise<Uint8Array<ArrayBuffer>> =>
  Uint8Array.from(Buffer.from(await tokenHash(toPlainCode(code)), "hex"));

export const sealBackupCode = async (pepper: string, userId: string, code: string): Promise<string> =>
  seal(pepper, associatedDataFor(userId), await hashCode(code));

export async function findMatchingCode(
  { settings }: Ctx,
  userId: string,
  sealedCodes: readonly string[],
  typedCode: string,
): Promise<string | undefined> {
  const hash = Buffer.from(await hashCode(typedCode)).toString("hex");
  const unsealedCodes = await Promise.all(sealedCodes.map((each) => unseal(settings, associatedDataFor(userId), each)));
  return sealedCodes.find((_, place) => {
    const secret = unsealedCodes[place]?.secret;
    return secret !== undefined && isEqual(Buffer.from(secret).toString("hex"), hash);
  });
}

/** Undefined if the code is already sealed with the current key, or with an unknown one. */
export async function resealBackupCode({ settings }: Ctx, userId: string, sealed: string): Promise<string | undefined> {
  const opened = await unseal(settings, associatedDataFor(userId), sealed);
  return opened?.is_old ? seal(settings.CODE_PEPPER, associatedDataFor(userId), opened.secret) : undefined;
}
