import { sql } from "drizzle-orm";

/** The approval `a` can be decided: for seven days after it was asked for. */
export const isOpenApproval = sql`a.state = 'waiting' and a.created_at > now() - interval '7 days'`;
