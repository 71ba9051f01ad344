import { type SQL, sql } from "drizzle-orm";
import { hasStaffPermission } from "../../permissions.ts";

export const maySendScheduled = (alias: "b" | "broadcasts"): SQL => sql`exists (
  select from users u
  where u.id = ${sql.raw(alias)}.scheduled_by and u.is_active and ${hasStaffPermission("u", "news:act")}
)`;
