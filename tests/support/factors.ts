import { Secret, TOTP } from "otpauth";
import * as security from "../../worker/contract/v1/sso/security.ts";
import type { Client } from "./client.ts";
import { query } from "./database.ts";
import { createSession } from "./factories.ts";
import { createAuthenticator } from "./software-authenticator.ts";

/** The code of an authenticator app, `steps` of 30 seconds from now. */
export const totpCode = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 });

/** Six digits that are wrong now and one minute before and after. */
export function wrongTotpCode(secret: string): string {
  const validCodes = [-2, -1, 0, 1, 2].map((steps) => totpCode(secret, steps));
  return ["000000", "000001", "000002", "000003", "000004", "000005"].find((code) => !validCodes.includes(code)) ?? "";
}

/** Turns an authenticator app on, as if none of its codes had been used. */
export async function addTotp(client: Client, userId: string): Promise<{ secret: string; backup_codes: string[] }> {
  const { secret } = (await client.call(security.createTotp)).reply();
  const { backup_codes } = (await client.call(security.enableTotp, { body: { code: totpCode(secret) } })).reply();
  await query("update totp_secrets set last_step = null where user_id = $1", [userId]);
  return { secret, backup_codes };
}

export async function addPasskey(client: Client, name = "Laptop") {
  const { authenticator, body } = await preparePasskey(client, name);
  const passkey = (await client.call(security.createPasskey, { body })).reply();
  return { authenticator, passkey };
}

/** The body of `createPasskey` that answers a new challenge. */
export async function preparePasskey(client: Client, name = "Laptop") {
  const authenticator = createAuthenticator();
  const { options } = (await client.call(security.requestPasskey)).reply();
  return { authenticator, body: { name, response: authenticator.register(options) } };
}

/**
 * Creates a session of the user's current epoch. Sessions of `createSession` have the epoch 0, which a first factor
 * outdates.
 */
export async function createLiveSession(userId: string, kind: "cookie" | "bearer" = "cookie"): Promise<string> {
  const token = await createSession(userId, kind);
  await query(
    "update sessions s set user_epoch = u.session_epoch from users u where u.id = s.user_id and s.user_id = $1",
    [userId],
  );
  return token;
}
