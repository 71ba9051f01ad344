import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { AuthenticationResponse, RequestOptions } from "../../../contract/entities/passkey.ts";
import { unprocessable } from "../../../contract/errors.ts";
import type { Ctx } from "../../context.ts";
import { maybeOne, type RowOf } from "../../sql.ts";
import { refusePasskey } from "./refuse-passkey.ts";
import { relyingPartyId, timeoutMs, toBase64url, toHex, toUserHandle, verifyAuthentication } from "./webauthn.ts";

const passkeyRow = () =>
  z.object({
    id: z.string(),
    user_id: z.string(),
    credential_id: z.string(),
    public_key: z.string(),
    counter: z.number(),
  });

/** WebAuthn descriptor of a passkey (alias p), with its id in hex. */
export const descriptor: SQL = sql`json_build_object('id', encode(p.credential_id, 'hex'), 'transports', p.transports)`;
export const descriptorRow = () => z.object({ id: z.string(), transports: z.array(z.string()) });
type Descriptor = RowOf<typeof descriptorRow>;

export const toDescriptors = (list: readonly Descriptor[]) =>
  list.map(({ id, transports }) => ({ id: toBase64url(id), type: "public-key" as const, transports }));

/** Without allowed credentials the browser offers all passkeys of this domain. */
export const toRequestOptions = (
  ctx: Ctx,
  challenge: string,
  allowedPasskeys: readonly Descriptor[] = [],
): RequestOptions => ({
  challenge,
  rpId: relyingPartyId(ctx),
  timeout: timeoutMs,
  userVerification: "required",
  allowCredentials: toDescriptors(allowedPasskeys),
});

export type PasskeyProof = {
  user_id: string;
  /**
   * CTEs of a larger statement; `proved` has a row if the signature counter increased, or is not used by the passkey.
   */
  parts: SQL;
};

/**
 * Checks the answer to a challenge; without `userId`, a passkey of any user may answer. An unknown passkey gets the
 * same refusal as a wrong signature. @throws PASSKEY_REFUSED
 */
export async function proveByPasskey(
  ctx: Ctx,
  response: AuthenticationResponse,
  challenge: string,
  userId?: string,
): Promise<PasskeyProof> {
  const passkey = await maybeOne(
    ctx,
    passkeyRow,
    sql`
    select id, user_id, encode(credential_id, 'hex') as credential_id, encode(public_key, 'hex') as public_key,
      counter::float as counter
    from passkeys
    where credential_id = decode(${toHex(response.id)}, 'hex')
      and user_id = coalesce(${userId ?? null}::uuid, user_id)`,
  );
  const { userHandle } = response.response;
  if (!passkey || (userHandle && userHandle !== toUserHandle(passkey.user_id))) throw unprocessable("PASSKEY_REFUSED");
  const { counter, is_synced } = await verifyAuthentication(ctx, response, challenge, passkey);
  if (counter <= passkey.counter && (counter > 0 || passkey.counter > 0)) throw await refusePasskey(ctx, passkey.id);
  const parts = sql`
    proved as (
      update passkeys set counter = ${counter}::bigint, last_used_at = now(), is_synced = ${is_synced}
      where id = ${passkey.id} and (counter < ${counter}::bigint or (counter = 0 and ${counter}::bigint = 0))
      returning 1
    )`;
  return { user_id: passkey.user_id, parts };
}
