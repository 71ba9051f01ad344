import { sql } from "drizzle-orm";
import { stopLifetime } from "../platform/index.ts";

/**
 * Whether the link in the message of outbox row o still works; true for a message without a code. The link in the
 * warning of an email change can stop the change even after its confirmation.
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
