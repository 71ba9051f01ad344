import type * as z from "zod/mini";
import { organization } from "../../contract/entities/organization.ts";
import { forbidden, notFound } from "../../contract/errors.ts";
import { can } from "../../contract/people/permissions.ts";
import { callerId } from "../caller.ts";
import { type Ctx, requireUser } from "../context.ts";
import { one } from "../sql.ts";
import { changeOrganization, type OrganizationChange, ownColumns, type Seen } from "./change-organization.ts";
import { sql } from "drizzle-orm";

export type OwnOrganization = z.output<typeof organization>;

/** The caller's organization as its people see it: without notes and the accounting system's id. Throws ORG_NOT_FOUND. */
export const getOwnOrganization = (ctx: Ctx): Promise<OwnOrganization> =>
  one(
    ctx,
    () => organization,
    sql`select ${ownColumns} from organizations o where o.id = ${callerId(ctx, "org_id")}`,
    () => notFound("ORG_NOT_FOUND"),
  );

/** What any member keeps up to date; the other fields need the permission manage_organization (O-027). */
const isForAll = (field: string): boolean => field === "addressBooks" || field === "contacts";

type OwnChange = Pick<
  OrganizationChange,
  "name" | "billing_email" | "address" | "industry" | "addressBooks" | "contacts"
>;

/**
 * Changes the caller's organization; fields left out keep their value.
 * Throws USR_NOT_AUTHORIZED (nothing is changed then), ORG_NAME_EXISTS, ORG_NOT_FOUND, OBJECT_OUTDATED when `updated_at` was sent
 * and is no longer the one, and what the provider's refusals are.
 */
export async function updateOwnOrganization(ctx: Ctx, input: OwnChange & Seen): Promise<OwnOrganization> {
  const user = requireUser(ctx);
  const { name, billing_email, address, industry, addressBooks, contacts, updated_at } = input;
  const own = { name, billing_email, address, industry, addressBooks, contacts };
  const isChanged = Object.entries(own).some(([field, value]) => value !== undefined && !isForAll(field));
  if (isChanged && !can(user, "manage_organization")) throw forbidden("USR_NOT_AUTHORIZED");
  await changeOrganization(ctx, user.org_id, own, updated_at);
  return getOwnOrganization(ctx);
}
