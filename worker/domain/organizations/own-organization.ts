import type * as z from "zod/mini";
import { organization, organizationShape } from "../../contract/entities/organization.ts";
import type { InputOf } from "../../contract/endpoint.ts";
import { forbidden, notFound } from "../../contract/errors.ts";
import { can } from "../../contract/people/permissions.ts";
import { managedSwitches, profileFields } from "../../contract/people/organization-fields.ts";
import type * as contract from "../../contract/v1/client/org.ts";
import { currentOrgId } from "../current-user.ts";
import { type Ctx, type ReadCtx, requireUser } from "../context.ts";
import { selectOf } from "../select-of.ts";
import { one } from "../sql.ts";
import { changeOrganization } from "./change-organization.ts";
import { sql } from "drizzle-orm";

export type OwnOrganization = z.output<typeof organization>;

/** Omits notes and the accounting system's id. */
export const getOwnOrganization = (ctx: ReadCtx): Promise<OwnOrganization> =>
  one(
    ctx,
    () => organization,
    sql`
    select ${selectOf(organizationShape, "o", { credit_limit: sql`o.credit_limit::float` })} from organizations o
    where o.id = ${currentOrgId(ctx)}`,
    () => notFound("ORG_NOT_FOUND"),
  );

type OwnChange = InputOf<typeof contract.updateOwnOrganization>["body"];

/** Whether a change has fields that not every member may change (O-027). */
const changesProfile = (change: OwnChange): boolean =>
  Object.entries(change).some(
    ([field, value]) => (field in profileFields || field in managedSwitches) && value !== undefined,
  );

export async function updateOwnOrganization(ctx: Ctx, input: OwnChange): Promise<OwnOrganization> {
  const user = requireUser(ctx);
  if (changesProfile(input) && !can(user, "manage_organization")) throw forbidden("USR_NOT_AUTHORIZED");
  const { updated_at, ...change } = input;
  await changeOrganization(ctx, user.org_id, change, updated_at);
  return getOwnOrganization(ctx);
}
