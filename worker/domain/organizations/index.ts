import { type SQL, sql } from "drizzle-orm";
import { notFound } from "../../contract/errors.ts";
import type { organizations } from "../../../db/schema/index.ts";
import { callerId } from "../caller.ts";
import type { Ctx } from "../context.ts";

export type OrganizationRef = { id: string; name: string; is_house: boolean };

/** The organization, kept from changing until the transaction ends. Throws ORG_NOT_FOUND. */
export async function holdOrganization(ctx: Ctx, id: string): Promise<OrganizationRef> {
  const { rows } = await ctx.db.execute<OrganizationRef>(
    sql`select id, name, is_house from organizations where id = ${id} for share`,
  );
  if (!rows[0]) throw notFound("ORG_NOT_FOUND");
  return rows[0];
}

export type AddressBookEntry = Organization["address_books"][number];
type Organization = typeof organizations.$inferSelect;

/** The country of the first address that the caller's organization keeps, as an expression. */
export const ownCountry = (ctx: Ctx): SQL =>
  sql`(select address_books -> 0 -> 'address' ->> 'country' from organizations where id = ${callerId(ctx, "org_id")})`;

/** The addresses that the caller's organization keeps. */
export async function readAddressBook(ctx: Ctx): Promise<AddressBookEntry[]> {
  const { rows } = await ctx.db.execute<{ address_books: AddressBookEntry[] }>(sql`
    select address_books from organizations where id = ${callerId(ctx, "org_id")}`);
  return rows[0]?.address_books ?? [];
}
