import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { violatedConstraint } from "../../../db/errors.ts";
import type { InputOf } from "../../contract/endpoint.ts";
import { BadRequest, notFound, unprocessable } from "../../contract/errors.ts";
import type * as contract from "../../contract/v1/admin/organizations.ts";
import { audited, beforeAndAfter, diffRows } from "../platform/index.ts";
import type { Ctx } from "../context.ts";
import { lockPriceLevel, isPriceLevelLocked, requirePriceLevels } from "../catalog/index.ts";
import { idRow, one, type RowOf, many } from "../sql.ts";
import { toColumnName } from "../select-of.ts";
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

const currentRow = () =>
  z.object({
    name: z.string(),
    billing_email: z.nullable(z.string()),
    stripe_customer_id: z.nullable(z.string()),
    is_name_taken: z.boolean(),
    is_net_suite_id_taken: z.boolean(),
    is_outdated: z.boolean(),
  });

/** A retry follows a concurrent change of name, email address or provider's customer. */
const triesMax = 5;

/**
 * Makes a change again that another one overtook: without `updated_at` it overwrites what is stored; with it, it is
 * refused unless the version is the same, as after a checkout created the provider's customer.
 */
export async function changeOrganization(
  ctx: Ctx,
  id: string,
  change: OrganizationChange,
  updated_at?: string,
): Promise<void> {
  for (let tries = 1; !(await tryToChange(ctx, id, change, updated_at)); tries += 1)
    if (tries === triesMax) throw unprocessable("OBJECT_OUTDATED");
}

/** False if the organization has changed since it was read. */
async function tryToChange(
  ctx: Ctx,
  id: string,
  change: OrganizationChange,
  updated_at: string | undefined,
): Promise<boolean> {
  const expectedVersion = sql`coalesce(${updated_at ?? null}::timestamptz, updated_at)`;
  const current = await readCurrent(ctx, id, change, expectedVersion);
  if (current.is_outdated) throw unprocessable("OBJECT_OUTDATED");
  if (current.is_name_taken) throw unprocessable("ORG_NAME_EXISTS");
  if (current.is_net_suite_id_taken) throw duplicateNetSuiteIdError();
  const columns = toColumns(change);
  if (columns.length === 0) return true;
  const levels = change.price_level_name ? [change.price_level_name] : [];
  await requirePriceLevels(ctx, levels);
  await updateProviderCustomer(ctx, current, change);
  const undo = (stored: RowOf<typeof currentRow>) => {
    const { name = current.name, billing_email = current.billing_email } = change;
    return updateProviderCustomer(ctx, { ...current, name, billing_email }, stored);
  };
  const assignments = columns.map(([column, value]) => sql`${sql.identifier(column)} = ${value}`);
  const changedRows = await many(
    ctx,
    idRow,
    sql`
    with ${lockPriceLevel(newLevel(change))}, old as (
      select id, price_level_name from organizations
      where id = ${id} and updated_at = ${expectedVersion} and ${isPriceLevelLocked(newLevel(change))}
        and ${isCustomerUnchanged(current, change)}
      for update
    ), o as (
      update organizations
      set ${sql.join(assignments, sql`, `)}, updated_at = greatest(now(), updated_at + interval '1 millisecond')
      from old where organizations.id = old.id
      returning with (old as was, new as is_now)
        organizations.id, organizations.price_level_name is distinct from old.price_level_name as has_new_level,
        to_jsonb(was) as before, to_jsonb(is_now) as after
    ), ${outdateCartsPart},
    ${audited(ctx, "updateOrganization", "organization", "o", {
      org_id: sql`o.id`,
      data: sql`jsonb_build_object('fields', ${changedFields(change)})`,
      changes: diffRows(),
    })}
    select id from o`,
  ).catch(async (error: unknown) => {
    // Restores the values read at the start: a webhook may have copied the refused address from the provider meanwhile.
    if (violatedConstraint(error) !== undefined) await undo(current);
    return refuseConflict(error);
  });
  if (changedRows.length > 0) return true;
  await undo(await readCurrent(ctx, id, {}, expectedVersion));
  await requirePriceLevels(ctx, levels);
  return false;
}

/**
 * Condition that what the provider was sent is not outdated: its name and email address are those of the last change
 * that was stored, also after concurrent changes and if a checkout has created the customer meanwhile. A webhook may
 * have copied the new address from the provider already.
 */
function isCustomerUnchanged(current: RowOf<typeof currentRow>, change: OrganizationChange): SQL {
  if (change.name === undefined && change.billing_email === undefined) return sql`true`;
  const { name, billing_email, stripe_customer_id } = current;
  const newEmail = sql`${change.billing_email ?? null}::text`;
  return sql`(name, stripe_customer_id) is not distinct from (${name}::text, ${stripe_customer_id}::text)
    and (billing_email is not distinct from ${billing_email}::text or billing_email = ${newEmail})`;
}

function changedFields(change: OrganizationChange): SQL {
  const names = Object.entries(change).flatMap(([field, value]) => {
    const column = toColumnName(field);
    const isDifferent = sql`o.before -> ${column} is distinct from o.after -> ${column}`;
    return value === undefined ? [] : [sql`case when ${isDifferent} then ${field} end`];
  });
  return sql`array_remove(array[${sql.join(names, sql`, `)}]::text[], null)`;
}

const readCurrent = (
  ctx: Ctx,
  id: string,
  { name, net_suite_id }: Pick<OrganizationChange, "name" | "net_suite_id">,
  seen: SQL,
): Promise<RowOf<typeof currentRow>> =>
  one(
    ctx,
    currentRow,
    sql`
    select o.name, o.billing_email, o.stripe_customer_id,
      exists (
        select 1 from organizations other
        where lower(btrim(other.name)) = lower(btrim(${name ?? null}::text)) and other.id <> o.id
      ) as is_name_taken,
      exists (
        select 1 from organizations other
        where other.net_suite_id = nullif(${net_suite_id ?? null}::text, '') and other.id <> o.id
      ) as is_net_suite_id_taken,
      o.updated_at <> ${seen} as is_outdated
    from organizations o where o.id = ${id}`,
    () => notFound("ORG_NOT_FOUND"),
  );

/**
 * Updates the customer at the payment provider, whose invoices show this name and email address. The call precedes our
 * own update, so that a failure changes nothing here; if our update is refused, another call restores both values. A
 * removed email address remains at the provider.
 */
async function updateProviderCustomer(
  ctx: Ctx,
  current: RowOf<typeof currentRow>,
  change: OrganizationChange,
): Promise<void> {
  const name = change.name ?? current.name;
  const email = change.billing_email ?? current.billing_email;
  if (!current.stripe_customer_id || (name === current.name && email === current.billing_email)) return;
  await ctx.gateways.payments.updateCustomer(current.stripe_customer_id, { name, email: email ?? undefined });
}

function refuseConflict(error: unknown): never {
  const constraint = violatedConstraint(error);
  if (constraint === "organizations_name_unique") throw unprocessable("ORG_NAME_EXISTS");
  if (constraint !== "organizations_net_suite_id_unique") throw error;
  throw duplicateNetSuiteIdError();
}

const duplicateNetSuiteIdError = () =>
  new BadRequest([{ code: "custom", path: ["net_suite_id"], message: "Another organization has this id." }]);
