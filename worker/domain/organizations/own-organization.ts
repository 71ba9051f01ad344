import type * as z from "zod/mini";
import { organization, organizationShape } from "../../contract/entities/organization.ts";
import type { InputOf } from "../../contract/endpoint.ts";
import { BadRequest, forbidden, notFound } from "../../contract/errors.ts";
import { can } from "../../contract/people/permissions.ts";
import {
  managedRules,
  managedSwitches,
  profileFields,
  secondFactorLeadDaysMax,
} from "../../contract/people/organization-fields.ts";
import type * as contract from "../../contract/v1/client/org.ts";
import { currentOrgId } from "../current-user.ts";
import { type Ctx, type ReadCtx, requireUser } from "../context.ts";
import { selectFields } from "../select-of.ts";
import { one } from "../sql.ts";
import { organizationColumns } from "./list-organizations.ts";
import { changeOrganization } from "./change-organization.ts";
import { sql } from "drizzle-orm";

export type OwnOrganization = z.output<typeof organization>;

/** The user's organization, without administrators' notes and the accounting system's id. */
export const getOwnOrganization = (ctx: ReadCtx): Promise<OwnOrganization> =>
  one(
    ctx,
    () => organization,
    sql`
    select ${selectFields(organizationShape, "o", organizationColumns)} from organizations o
    where o.id = ${currentOrgId(ctx)}`,
    () => notFound("ORG_NOT_FOUND"),
  );

type OwnChange = InputOf<typeof contract.updateOwnOrganization>["body"];

/** Whether a change has fields that not every member may change (O-027). */
const changesProfile = (change: OwnChange): boolean =>
  Object.entries(change).some(
    ([field, value]) =>
      (field in profileFields || field in managedSwitches || field in managedRules) && value !== undefined,
  );

export async function updateOwnOrganization(ctx: Ctx, input: OwnChange): Promise<OwnOrganization> {
  const user = requireUser(ctx);
  if (changesProfile(input) && !can(user, "manage_organization")) throw forbidden("USR_NOT_AUTHORIZED");
  const { updated_at, ...change } = input;
  if (change.require_second_factor_from !== undefined) {
    if (user.impersonator_id) throw forbidden("USR_NOT_AUTHORIZED");
    requireAllowedDay(change.require_second_factor_from);
  }
  await changeOrganization(ctx, user.org_id, change, updated_at);
  // The worker mails the users who have no second factor.
  if (change.require_second_factor_from) ctx.wakeWorkers();
  return getOwnOrganization(ctx);
}

function requireAllowedDay(day: string | null): void {
  const last = new Date(Date.now() + secondFactorLeadDaysMax * 86_400_000).toISOString().slice(0, 10);
  if (day === null || day <= last) return;
  const message = `Choose a day at most ${secondFactorLeadDaysMax} days ahead.`;
  throw new BadRequest([{ code: "custom", path: ["require_second_factor_from"], message }]);
}
