import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import { passkey } from "../../../contract/entities/passkey.ts";
import { unauthorized } from "../../../contract/errors.ts";
import type { ReadCtx } from "../../context.ts";
import { currentUserId } from "../../current-user.ts";
import { iso, many, one, type RowOf } from "../../sql.ts";
import { isFactorRequired } from "./factor-rules.ts";
import { hasFactor } from "./has-factor.ts";
import { passkeyColumns } from "./passkeys.ts";

const securityRow = () =>
  z.object({
    passkeys: z.array(passkey),
    totp: z.object({ is_enabled: z.boolean(), created_at: z.nullable(z.string()) }),
    backup_codes_left: z.int(),
    is_second_factor_required: z.boolean(),
  });
export type Security = RowOf<typeof securityRow>;

export const getSecurity = (ctx: ReadCtx): Promise<Security> =>
  one(
    ctx,
    securityRow,
    sql`
    select
      coalesce((
        select json_agg(each order by each.created_at, each.id)
        from (select ${passkeyColumns("p")} from passkeys p where p.user_id = u.id) each
      ), '[]') as passkeys,
      json_build_object('is_enabled', t.user_id is not null, 'created_at', ${iso("t.enabled_at")}) as totp,
      (select count(*)::int from backup_codes b where b.user_id = u.id and b.used_at is null) as backup_codes_left,
      (${hasFactor("u")} or ${isFactorRequired(ctx.settings)}) as is_second_factor_required
    from users u
      join organizations o on o.id = u.org_id
      left join totp_secrets t on t.user_id = u.id and t.enabled_at is not null
    where u.id = ${currentUserId(ctx)}`,
    () => unauthorized("INVALID_JWT"),
  );

const trustedBrowser = () =>
  z.object({
    id: z.string(),
    user_agent: z.nullable(z.string()),
    created_at: z.string(),
    last_used_at: z.string(),
    expires_at: z.string(),
  });
export type TrustedBrowser = RowOf<typeof trustedBrowser>;

export const listTrustedBrowsers = (ctx: ReadCtx): Promise<TrustedBrowser[]> =>
  many(
    ctx,
    trustedBrowser,
    sql`
    select tb.id, tb.user_agent, ${iso("tb.created_at")} as created_at, ${iso("tb.last_used_at")} as last_used_at,
      ${iso("tb.expires_at")} as expires_at
    from trusted_browsers tb
    where tb.user_id = ${currentUserId(ctx)} and tb.expires_at > now()
    order by tb.last_used_at desc limit 100`,
  );
