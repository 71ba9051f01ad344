import { type SQL, sql } from "drizzle-orm";
import type { MailType } from "../../contract/notification-types.ts";

export type MailRow = {
  type: MailType | SQL;
  recipient: SQL;
  user_id: SQL;
  /** jsonb; without the secret part of a link, which is derived from `code_id` when the mail is sent. */
  payload: SQL;
  code_id?: SQL;
};

/** The insert that queues one mail for each row of `from`, as part of the statement that makes the change (T21). */
export const enqueueMail = (mail: MailRow, from: SQL = sql`(select 1) one`): SQL => sql`
  insert into outbox (channel, type, recipient, user_id, payload, code_id)
  select
    'email', ${mail.type}, ${mail.recipient}, ${mail.user_id}, ${mail.payload},
    ${mail.code_id ?? sql`null::uuid`}
  from ${from}`;
