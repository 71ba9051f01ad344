import { sql } from "drizzle-orm";
import { violatedConstraint } from "../../../../db/errors.ts";
import type { InputOf } from "../../../contract/endpoint.ts";
import type * as contract from "../../../contract/v1/admin/settings/industries.ts";
import { unprocessable } from "../../../contract/errors.ts";
import { audited, beforeAndAfter, diffRows } from "../../platform/index.ts";
import type { Ctx } from "../../context.ts";
import { exists, writeAndRead } from "../../sql.ts";
import { type Industry, industryNotFound, industryRow, selectIndustries } from "./list-industries.ts";

/** @throws INDUSTRY_EXISTS also for a name that differs from another only in case */
export async function createIndustry(
  ctx: Ctx,
  { name }: InputOf<typeof contract.createIndustry>["body"],
): Promise<Industry> {
  const { isWritten, row } = await writeAndRead(
    ctx,
    sql`
    with i as (
      insert into industries (name) values (${name}) on conflict do nothing returning id, ${beforeAndAfter}
    ), ${audited(ctx, "createIndustry", "industry", "i", { org_id: null, changes: diffRows() })}
    select 1 from i`,
    industryRow,
    selectIndustries(sql`where i.name = ${name}`),
  );
  if (!isWritten || !row) throw unprocessable("INDUSTRY_EXISTS");
  return row;
}

/**
 * Renames an industry; a foreign key updates its organizations in the same transaction. The organizations are locked
 * before the industry, in the lock order of updateOrganization.
 */
export async function updateIndustry(
  ctx: Ctx,
  id: string,
  { name, updated_at }: InputOf<typeof contract.updateIndustry>["body"],
): Promise<Industry> {
  const { isWritten, row } = await writeAndRead(
    ctx,
    sql`
    with o as (
      update organizations set updated_at = greatest(now(), organizations.updated_at + interval '1 millisecond')
      from industries where industries.id = ${id} and organizations.industry = industries.name
        and industries.name <> ${name}
        and industries.updated_at = coalesce(${updated_at ?? null}::timestamptz, industries.updated_at)
      returning 1
    ), i as (
      update industries set name = ${name}, updated_at = greatest(now(), updated_at + interval '1 millisecond')
      where id = (select ${id}::uuid from (select count(*) from o) held)
        and updated_at = coalesce(${updated_at ?? null}::timestamptz, updated_at)
      returning id, ${beforeAndAfter}
    ), ${audited(ctx, "updateIndustry", "industry", "i", { org_id: null, changes: diffRows() })}
    select 1 from i`,
    industryRow,
    selectIndustries(sql`where i.id = ${id}`),
  ).catch((error: unknown) => {
    throw violatedConstraint(error)?.startsWith("industries_") ? unprocessable("INDUSTRY_EXISTS") : error;
  });
  if (!row) throw industryNotFound();
  if (!isWritten) throw unprocessable("OBJECT_OUTDATED");
  return row;
}

export async function deleteIndustry(ctx: Ctx, id: string): Promise<void> {
  const isDeleted = await exists(
    ctx,
    sql`
    with i as (
      delete from industries where id = ${id} returning id, name, ${beforeAndAfter}
    ), ${audited(ctx, "deleteIndustry", "industry", "i", {
      org_id: null,
      data: sql`jsonb_build_object('name', i.name)`,
      changes: diffRows(),
    })}
    select 1 from i`,
  ).catch((error: unknown) => {
    const isUsed = violatedConstraint(error) === "organizations_industry_industries_name_fk";
    throw isUsed ? unprocessable("INDUSTRY_IN_USE") : error;
  });
  if (!isDeleted) throw industryNotFound();
}
