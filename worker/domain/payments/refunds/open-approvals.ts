import { sql } from "drizzle-orm";

export const isOpenApproval = sql`a.state = 'waiting' and a.created_at > now() - interval '7 days'`;
