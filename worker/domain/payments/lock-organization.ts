import { type SQL, sql } from "drizzle-orm";

/**
 * Precedes a statement that counts orders against a limit, or that claims a plan of which an organization has one, in
 * the same batch: concurrent batches wait for the lock, and then read the rows of the batch before (ADR-080).
 */
export const lockOrganization = (orgId: string): SQL =>
  sql`select 1 from organizations where id = ${orgId} for no key update`;
