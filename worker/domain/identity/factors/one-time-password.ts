import { Secret, TOTP } from "otpauth";
import { stepS } from "./lifetimes.ts";

export const secretBytes = 20;

const buildTotp = (secret: Uint8Array<ArrayBuffer>, label = "") =>
  new TOTP({ issuer: "CrunchBox", label, secret: new Secret({ buffer: secret.slice().buffer }), period: stepS });

/** Input of an authenticator app: the secret in base32, and an otpauth URI with secret and labels. */
export function buildEnrollment(secret: Uint8Array<ArrayBuffer>, email: string): { secret: string; uri: string } {
  const totp = buildTotp(secret, email);
  return { secret: totp.secret.base32, uri: totp.toString() };
}

/**
 * The time step that a code belongs to: the current one, the one before or the one after (RFC 6238 section 5.2);
 * undefined for a wrong code.
 */
export function findMatchingStep(secret: Uint8Array<ArrayBuffer>, code: string, nowMs: number): number | undefined {
  const delta = buildTotp(secret).validate({ token: code, timestamp: nowMs, window: 1 });
  return delta === null ? undefined : Math.floor(nowMs / 1000 / stepS) + delta;
}
