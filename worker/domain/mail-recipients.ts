import { type SQL, sql } from "drizzle-orm";
import { hasPermission } from "./permissions.ts";

/**
 * Users who get the mails about a purchase: its buyer while they are active in the organization, otherwise the
 * managers, because nobody else would learn that a payment failed or that a package comes. Empty if nobody bought it.
 */
export const mailRecipients = (buyerId: SQL, orgId: SQL): SQL => sql`(
  select reader.id, reader.email, reader.first_name, reader.last_name
  from users reader
  where reader.org_id = ${orgId} and reader.is_active and (
    reader.id = ${buyerId}
    or (
      ${buyerId} is not null
      and ${hasPermission("reader.roles", "manage_organization")}
      and not exists (
        select 1 from users buyer where buyer.id = ${buyerId} and buyer.org_id = ${orgId} and buyer.is_active
      )
    )
  )
)`;
