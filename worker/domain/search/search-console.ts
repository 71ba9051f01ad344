import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import { searchGroup } from "../../contract/entities/search-hit.ts";
import type { SearchedKind } from "../../contract/entities/search-kinds.ts";
import { can, type StaffPermission } from "../../contract/people/permissions.ts";
import { afterLookup, type ReadCtx } from "../context.ts";
import { maybeOne } from "../sql.ts";
import { countedMax, buildGroup } from "./console-group.ts";
import { buildKinds } from "./console-kinds.ts";

export type SearchGroup = z.output<typeof searchGroup>;

const permissionByKind: Record<SearchedKind, StaffPermission> = {
  orders: "orders:read",
  invoices: "invoices:read",
  carts: "orders:read",
  subscriptions: "subscriptions:read",
  devices: "devices:read",
  organizations: "organizations:read",
  people: "people:read",
  requests: "requests:read",
  products: "products:read",
};

/**
 * Each trigram search adds at most one row more than `countedMax`; a larger count is shown as `countedMax` with
 * `has_more`.
 */
const capCount = (group: SearchGroup): SearchGroup =>
  group.count > countedMax ? { ...group, count: countedMax, has_more: true } : group;

/**
 * Search of the whole shop for administrators, grouped by kind: groups with an exact match first, empty groups omitted.
 * Numbers, email addresses and ids match as a whole through plain indexes, ignoring case except for the ids of the
 * payment provider and of NetSuite; parts of numbers and names match through trigram indexes, which need three
 * consecutive letters or digits, so shorter texts find exact matches only. One statement, batched with the session
 * lookup; `countedMax` bounds its cost. Groups of areas that the actor may not read are left out.
 */
export async function searchConsole(ctx: ReadCtx, text: string): Promise<SearchGroup[]> {
  const groups = buildKinds(text).map(buildGroup);
  const row = await maybeOne(
    ctx,
    () => z.object({ groups: z.array(searchGroup) }),
    sql`select json_build_array(${sql.join(groups, sql`, `)}) as groups`,
  );
  const { actor } = await afterLookup(ctx);
  const isVisible = ({ kind }: SearchGroup) => actor.kind === "user" && can(actor, permissionByKind[kind]);
  const groupsFound = (row?.groups ?? []).filter((group) => group.count > 0 && isVisible(group)).map(capCount);
  const isExact = ({ rows }: SearchGroup) => rows.some(({ is_exact }) => is_exact);
  return [...groupsFound.filter(isExact), ...groupsFound.filter((group) => !isExact(group))];
}
