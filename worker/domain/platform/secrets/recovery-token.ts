import { pageBase } from "../../../contract/hosts.ts";
import { hrefOf, pages } from "../../../contract/pages.ts";
import type { Settings } from "../../../env.ts";
import { hmac } from "./keyed-hash.ts";
import { isEqual } from "./tokens.ts";
import type { Peppers } from "./verification-code.ts";

/** Each step has a token of its own: the link that stops a recovery cannot finish it. */
export type RecoveryStep = "stop" | "finish";

/** 128 bits derived from the recovery's row and stored nowhere. */
async function recoveryToken(pepper: string, step: RecoveryStep, id: string): Promise<string> {
  const digest = await hmac(pepper, `recovery-${step}:1:${id}`);
  return Buffer.from(digest.subarray(0, 16)).toString("base64url");
}

export async function isRecoveryToken(
  { CODE_PEPPER, CODE_PEPPER_PREVIOUS }: Peppers,
  step: RecoveryStep,
  { recovery_id, token }: { recovery_id: string; token: string },
): Promise<boolean> {
  const expected = await Promise.all(
    [CODE_PEPPER, CODE_PEPPER_PREVIOUS || CODE_PEPPER].map((pepper) => recoveryToken(pepper, step, recovery_id)),
  );
  return expected.filter((each) => isEqual(each, token)).length > 0;
}

export async function recoveryUrl(settings: Settings, step: RecoveryStep, id: string): Promise<string> {
  const page = step === "stop" ? pages.stopRecovery : pages.finishRecovery;
  return (
    pageBase(settings, page) +
    hrefOf(page, { recovery_id: id, token: await recoveryToken(settings.CODE_PEPPER, step, id) })
  );
}
