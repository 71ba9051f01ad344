import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { InputOf } from "../../../contract/endpoint.ts";
import type * as contract from "../../../contract/v1/sso/license-agreement.ts";
import { notFound, unprocessable } from "../../../contract/errors.ts";
import { audited } from "../audit/audited.ts";
import { beforeAndAfter, diffRows } from "../audit/changes.ts";
import { type Ctx, type ReadCtx, requireUser } from "../../context.ts";
import { currentUserId } from "../../current-user.ts";
import { maybeOne, one } from "../../sql.ts";
import { licenseInForce, nextVersionStart } from "./in-force.ts";
import { sanitize } from "./sanitise.ts";

const licenseText = () => z.object({ version: z.string(), html: z.string() });
type LicenseText = z.output<ReturnType<typeof licenseText>>;

export async function getLicenseAgreement(ctx: ReadCtx): Promise<LicenseText> {
  const { version, html, next_from } = await one(
    ctx,
    () => z.object({ ...licenseText().shape, next_from: z.nullable(z.string()) }),
    sql`select l.version, l.html, ${nextVersionStart(sql`license_agreements n`)} from ${licenseInForce} l`,
    () => notFound("FILE_NOT_FOUND"),
  );
  ctx.changesAt(next_from);
  return { version, html: sanitize(html) };
}

export async function findLicenseToAgree(ctx: ReadCtx): Promise<LicenseText | undefined> {
  const row = await maybeOne(
    ctx,
    licenseText,
    sql`
    select l.version, l.html
    from users u cross join ${licenseInForce} l
    where u.id = ${currentUserId(ctx)} and l.version is distinct from u.agreed_version
      and (
        l.valid_from > u.agreed_at
        or exists (select 1 from license_agreements o where o.version = u.agreed_version)
      )`,
  );
  return row && { ...row, html: sanitize(row.html) };
}

/** Idempotent. @throws LICENSE_AGREEMENT_VERSION_MISMATCH unless the version is in force */
export async function agreeToLicense(
  ctx: Ctx,
  { agreement_version: version }: InputOf<typeof contract.agreeToLicense>["body"],
) {
  const { is_in_force } = await one(
    ctx,
    () => z.object({ is_in_force: z.boolean() }),
    sql`
    with l as materialized (select version from ${licenseInForce} f where version = ${version}),
    u as (
      update users set agreed_version = l.version, agreed_at = now(),
        updated_at = greatest(now(), users.updated_at + interval '1 millisecond')
      from l
      where users.id = ${requireUser(ctx).user_id} and users.agreed_version is distinct from l.version
      returning users.id, users.org_id, ${beforeAndAfter}
    ), ${audited(ctx, "agreeToLicense", "user", "u", { data: { agreement_version: version }, changes: diffRows() })}
    select exists (select 1 from l) as is_in_force`,
    () => new Error("a select without tables returned no row"),
  );
  if (!is_in_force) throw unprocessable("LICENSE_AGREEMENT_VERSION_MISMATCH");
}
