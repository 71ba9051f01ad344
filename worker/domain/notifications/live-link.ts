import { sql } from "drizzle-orm";
import { stopLifetime } from "../platform/index.ts";

/**
 * Whether the link of message `o` works, or it has none. The link that warns of an email change stops it also after it
 * was confirmed.
 */
export const hasLiveLink = sql`(
  case
    when o.code_id is null then true
    when o.type = 'emailChangeRequested' then o.created_at > now() - ${stopLifetime}::interval
    else exists (
      select 1 from verification_codes c where c.id = o.code_id and c.used_at is null and c.expires_at > now()
    )
  end
)`;
