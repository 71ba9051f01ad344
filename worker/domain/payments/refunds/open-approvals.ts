import { sql } from "drizzle-orm";

/** The approval `a` can be decided: for seven days after the request. */
export const isOpenApproval = sql`a.state = 'waiting' and a.created_at > now() - interval '7 days'`;
