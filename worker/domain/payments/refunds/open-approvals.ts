import { sql } from "drizzle-orm";

/** Whether approval `a` can still be decided: approvals are open for seven days after the request. */
export const isOpenApproval = sql`a.state = 'waiting' and a.created_at > now() - interval '7 days'`;
