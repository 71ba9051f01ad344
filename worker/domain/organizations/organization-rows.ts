import { sql, type SQL } from "drizzle-orm";
import * as z from "zod/mini";
import { shownAddress } from "../../contract/entities/address.ts";
import { notFound } from "../../contract/errors.ts";
import type { Ctx, ReadCtx } from "../context.ts";
import { maybeOne, one, type RowOf } from "../sql.ts";
import { currentOrgId } from "../current-user.ts";

const organizationRef = () => z.object({ id: z.string(), name: z.string() });
export type OrganizationRef = RowOf<typeof organizationRef>;

/**
 * Locks the organization against changes until the transaction ends; outside a transaction, only checks that it exists.
 * @throws ORG_NOT_FOUND
 */
export async function lockOrganization(ctx: Ctx, id: string): Promise<OrganizationRef> {
  return one(ctx, organizationRef, sql`select id, name from organizations where id = ${id} for share`, () =>
    notFound("ORG_NOT_FOUND"),
  );
}

/**
 * Precedes a statement that counts rows of the organization against a limit, or claims a plan of which it may have one,
 * in the same batch: concurrent batches wait for the lock, and then read the rows of the batch before (ADR-080).
 */
export const selectOrganizationForUpdate = (orgId: string): SQL =>
  sql`select 1 from organizations where id = ${orgId} for no key update`;

const addressBookEntry = () => z.object({ address: shownAddress, phone: z.nullable(z.string()) });
export type AddressBookEntry = RowOf<typeof addressBookEntry>;

export const ownCountry = (ctx: ReadCtx): SQL =>
  sql`(select address_books -> 0 -> 'address' ->> 'country' from organizations where id = ${currentOrgId(ctx)})`;

export async function readAddressBook(ctx: ReadCtx): Promise<AddressBookEntry[]> {
  const row = await maybeOne(
    ctx,
    () => z.object({ address_books: z.array(addressBookEntry()) }),
    sql`
    select address_books from organizations where id = ${currentOrgId(ctx)}`,
  );
  return row?.address_books ?? [];
}
