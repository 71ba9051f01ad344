import { type SQL, sql } from "drizzle-orm";
import type * as z from "zod/mini";
import { listedOrganization, listedOrganizationShape } from "../../contract/entities/organization.ts";
import { notFound } from "../../contract/errors.ts";
import type { ListQuery } from "../../contract/paging.ts";
import type { ReadCtx } from "../context.ts";
import { type Page, readPage } from "../listing.ts";
import { selectFields } from "../select-of.ts";
import { escapeLike, one } from "../sql.ts";

export type ListedOrganization = z.output<typeof listedOrganization>;
type Filter = Partial<Record<"name" | "notes" | "price_level_name" | "industry", string | undefined>>;

const matchesText = (column: SQL, part: string | undefined) => part && sql`${column} ilike ${`%${escapeLike(part)}%`}`;

export const organizationColumns = {
  credit_limit: sql`o.credit_limit::float`,
  require_second_factor_from: sql`o.require_second_factor_from::text`,
};

const columns = selectFields(listedOrganizationShape, "o", {
  ...organizationColumns,
  user_count: sql`(select count(*)::int from users u where u.org_id = o.id)`,
  device_count: sql`(select count(*)::int from devices d where d.org_id = o.id and not d.is_deleted)`,
});

export const listOrganizations = (ctx: ReadCtx, query: ListQuery & Filter): Promise<Page<ListedOrganization>> =>
  readPage(ctx, query, {
    shape: () => listedOrganization,
    columns,
    from: sql`organizations o`,
    where: [
      matchesText(sql`o.name`, query.name),
      matchesText(sql`o.notes`, query.notes),
      query.price_level_name && sql`o.price_level_name = ${query.price_level_name}`,
      query.industry && sql`o.industry = ${query.industry}`,
    ],
    text: sql`(o.name || ' ' || coalesce(o.billing_email, '') || ' ' || coalesce(o.notes, ''))`,
    grams: "organizations_grams",
    alias: "o",
    names: ["name"],
  });

export const getOrganization = (ctx: ReadCtx, id: string): Promise<ListedOrganization> =>
  one(
    ctx,
    () => listedOrganization,
    sql`select ${columns} from organizations o where o.id = ${id}`,
    () => notFound("ORG_NOT_FOUND"),
  );
