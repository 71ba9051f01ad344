import * as z from "zod/mini";
import { overviewShape } from "../../../contract/entities/overview.ts";
import { can, type StaffPermission } from "../../../contract/people/permissions.ts";
import { afterLookup, type ReadCtx, requireUser } from "../../context.ts";
import { maybeOne } from "../../sql.ts";
import { selectWaitingNumbers } from "./waiting-numbers.ts";
import { readWeeks } from "./week-numbers.ts";

const overview = z.object(overviewShape);
export type Overview = z.output<typeof overview>;

/**
 * Numbers of the console's first page, each the count or sum of a filtered list. Two statements, batched with the
 * session lookup; amounts in US cents, weeks from Monday to Sunday in the shop's time zone.
 */
export async function getOverview(ctx: ReadCtx): Promise<Overview> {
  const [numbers, weeks] = await Promise.all([
    maybeOne(ctx, () => z.omit(overview, { weeks: true, last_week_so_far: true }), selectWaitingNumbers(ctx)),
    readWeeks(ctx),
  ]);
  if (!numbers) throw new Error("the overview returned no row");
  return { ...numbers, ...weeks };
}

const partNames = z.keyof(overview).options;
const permissionByPart: Record<keyof Overview, StaffPermission> = {
  requests: "requests:read",
  orders: "orders:read",
  invoices: "invoices:read",
  refund_approvals: "refunds:read",
  renewals: "subscriptions:read",
  messages: "integrations:read",
  callbacks: "integrations:read",
  tasks_failed: "integrations:read",
  book_differences: "reconciliation:read",
  weeks: "finance:read",
  last_week_so_far: "finance:read",
};

export async function getPermittedOverview(ctx: ReadCtx): Promise<Partial<Overview>> {
  const [numbers, resolvedCtx] = await Promise.all([getOverview(ctx), afterLookup(ctx)]);
  const viewer = requireUser(resolvedCtx);
  const { ...permitted }: Partial<Overview> = numbers;
  for (const part of partNames) if (!can(viewer, permissionByPart[part])) delete permitted[part];
  return permitted;
}
