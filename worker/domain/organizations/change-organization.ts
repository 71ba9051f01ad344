import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { violatedConstraint } from "../../../db/errors.ts";
import type { InputOf } from "../../contract/endpoint.ts";
import { BadRequest, notFound, unprocessable } from "../../contract/errors.ts";
import type * as contract from "../../contract/v1/admin/organizations.ts";
import { audited, beforeAndAfter, diffRows } from "../platform/index.ts";
import type { Ctx } from "../context.ts";
import { lockPriceLevel, isPriceLevelLocked, requirePriceLevels } from "../catalog/index.ts";
import { exists, idRow, maybeOne, one } from "../sql.ts";
import { toColumnName } from "../select-of.ts";
import { customerUpdatePart, sendCustomerUpdate } from "./customer-updates.ts";
import { getOrganization, type ListedOrganization } from "./list-organizations.ts";
import { type OrganizationChange, toColumns } from "./organization-columns.ts";
import { outdateCartsPart } from "./outdated-carts.ts";

/** The version that the client read, for optimistic locking. */
export type ExpectedVersion = Pick<InputOf<typeof contract.updateOrganization>["body"], "updated_at">;
/** Null if the change sets no price level; otherwise the writing statement locks the level against deletion. */
const newLevel = ({ price_level_name }: OrganizationChange): SQL => sql`${price_level_name || null}::text`;

/** @throws ORG_NAME_EXISTS, PRODUCT_PRICE_LEVEL_NOT_FOUND, BadRequest if another organization has the net_suite_id */
export async function createOrganization(
  ctx: Ctx,
  input: OrganizationChange & { name: string },
): Promise<ListedOrganization> {
  const level = newLevel(input);
  const columns = toColumns(input);
  const names = columns.map(([column]) => sql.identifier(column));
  const row = await one(
    ctx,
    idRow,
    sql`
    with ${lockPriceLevel(level)}, o as (
      insert into organizations (${sql.join(names, sql`, `)})
      select ${sql.join(
        columns.map(([, value]) => value),
        sql`, `,
      )} where ${isPriceLevelLocked(level)}
      returning id, ${beforeAndAfter}
    ), ${audited(ctx, "createOrganization", "organization", "o", {
      org_id: sql`o.id`,
      changes: diffRows(),
    })}
    select id from o`,
    () => unprocessable("PRODUCT_PRICE_LEVEL_NOT_FOUND"),
  ).catch(refuseConflict);
  return getOrganization(ctx, row.id);
}

/**
 * Omitted fields keep their value. A new price level gives every open cart a new version in the same statement, so that
 * its checkout answers CART_OUTDATED (T10). @throws ORG_NOT_FOUND, ORG_NAME_EXISTS, PRODUCT_PRICE_LEVEL_NOT_FOUND,
 * OBJECT_OUTDATED, BadRequest if another organization has the net_suite_id
 */
export async function updateOrganization(
  ctx: Ctx,
  id: string,
  { updated_at, ...change }: OrganizationChange & ExpectedVersion,
): Promise<ListedOrganization> {
  await changeOrganization(ctx, id, change, updated_at);
  return getOrganization(ctx, id);
}

/**
 * Without `updated_at` the change overwrites what is stored. The payment provider is sent what is stored in the end; a
 * change does not fail while the provider is away (ADR-087).
 */
export async function changeOrganization(
  ctx: Ctx,
  id: string,
  change: OrganizationChange,
  updated_at?: string,
): Promise<void> {
  const expectedVersion = sql`coalesce(${updated_at ?? null}::timestamptz, updated_at)`;
  const columns = toColumns(change);
  if (columns.length === 0) return;
  const assignments = columns.map(([column, value]) => sql`${sql.identifier(column)} = ${value}`);
  const row = await maybeOne(
    ctx,
    changedRow,
    sql`
    with ${lockPriceLevel(newLevel(change))}, old as (
      select id, price_level_name from organizations
      where id = ${id} and updated_at = ${expectedVersion} and ${isPriceLevelLocked(newLevel(change))}
      for update
    ), o as (
      update organizations
      set ${sql.join(assignments, sql`, `)}, updated_at = greatest(now(), updated_at + interval '1 millisecond')
      from old where organizations.id = old.id
      returning with (old as was, new as is_now)
        organizations.id, organizations.price_level_name is distinct from old.price_level_name as has_new_level,
        to_jsonb(was) as before, to_jsonb(is_now) as after
    ), ${outdateCartsPart}, ${customerUpdatePart},
    ${audited(ctx, "updateOrganization", "organization", "o", {
      org_id: sql`o.id`,
      data: sql`jsonb_build_object('fields', ${changedFields(change)})`,
      changes: diffRows(),
    })}
    select exists (select 1 from customer_update) as must_send from o`,
  ).catch(refuseConflict);
  if (!row) {
    if (!(await exists(ctx, sql`select 1 from organizations where id = ${id}`))) throw notFound("ORG_NOT_FOUND");
    await requirePriceLevels(ctx, change.price_level_name ? [change.price_level_name] : []);
    throw unprocessable("OBJECT_OUTDATED");
  }
  if (row.must_send) await sendCustomerUpdate(ctx, id);
}

const changedRow = () => z.object({ must_send: z.boolean() });

function changedFields(change: OrganizationChange): SQL {
  const names = Object.entries(change).flatMap(([field, value]) => {
    const column = toColumnName(field);
    const isDifferent = sql`o.before -> ${column} is distinct from o.after -> ${column}`;
    return value === undefined ? [] : [sql`case when ${isDifferent} then ${field} end`];
  });
  return sql`array_remove(array[${sql.join(names, sql`, `)}]::text[], null)`;
}

function refuseConflict(error: unknown): never {
  const constraint = violatedConstraint(error);
  if (constraint === "organizations_name_unique") throw unprocessable("ORG_NAME_EXISTS");
  if (constraint !== "organizations_net_suite_id_unique") throw error;
  throw new BadRequest([{ code: "custom", path: ["net_suite_id"], message: "Another organization has this id." }]);
}
