import { join } from "node:path";
import { z } from "zod";
import { Journal } from "../journal.ts";

const mailSchema = z.object({
  id: z.string(),
  from: z.string(),
  to: z.array(z.string()),
  subject: z.string(),
  html: z.string(),
  text: z.string(),
  headers: z.record(z.string(), z.string()).default({}),
  created_at: z.string(),
  /** Of a mail that came in a batch: the batch's key and the mail's place in it. */
  idempotency_key: z.string().nullable(),
  body_hash: z.string(),
});
/** A message that was accepted for delivery. */
export type Mail = z.infer<typeof mailSchema>;
/** What became of a message (resend.com/docs/dashboard/emails/introduction, "last_event"). */
export type MailStatus = "delivered" | "bounced" | "complained" | "suppressed";

const keyLivesMs = 24 * 3600_000;

/** Every message that was accepted, also before a restart. */
export class Mails {
  #journal: Journal<Mail>;
  #statuses = new Map<string, MailStatus>();

  constructor(dataDir: string) {
    this.#journal = new Journal(join(dataDir, "mail.jsonl"), mailSchema);
  }

  accept(mail: Mail): void {
    this.#journal.append(mail);
  }

  find(id: string | undefined): Mail | undefined {
    return this.#journal.entries.find((mail) => mail.id === id);
  }

  /** What was sent under this idempotency key within its 24 hours: one message, or those of a batch in their order. */
  findByKey(key: string): Mail[] {
    const since = new Date(Date.now() - keyLivesMs).toISOString();
    const isUnder = (own: string | null) => own === key || own?.startsWith(`${key}/`) === true;
    return this.#journal.entries.filter((mail) => isUnder(mail.idempotency_key) && mail.created_at > since);
  }

  /** The messages to `to` (all when it is empty), newest first. */
  list(to: string | undefined): Mail[] {
    const wanted = to?.trim().toLowerCase();
    const isTo = (mail: Mail) => mail.to.some((one) => addressOf(one) === wanted);
    return this.#journal.entries.filter((mail) => !wanted || isTo(mail)).toReversed();
  }

  statusOf({ id }: Mail): MailStatus {
    return this.#statuses.get(id) ?? "delivered";
  }

  mark({ id }: Mail, status: MailStatus): void {
    this.#statuses.set(id, status);
  }
}

/** How many requests a second the team may send. */
export class Account {
  #window = { ends_at: 0, left: 0 };
  #perSecond = 2;

  /** The team's rate limit; 2 is what every team starts with (resend.com/docs/api-reference/rate-limit). */
  limitTo(perSecond: number): void {
    this.#perSecond = perSecond;
    this.#window = { ends_at: 0, left: 0 };
  }

  /** Counts one request of the second that runs. */
  count(): { limit: number; remaining: number; is_over: boolean } {
    const now = Date.now();
    if (this.#window.ends_at <= now) this.#window = { ends_at: now + 1000, left: this.#perSecond };
    this.#window.left -= 1;
    return { limit: this.#perSecond, remaining: Math.max(0, this.#window.left), is_over: this.#window.left < 0 };
  }
}

/** The address of "Ada <ada@acme.test>", in lower case. */
export function addressOf(recipient: string): string {
  return (/<([^<>]+)>\s*$/.exec(recipient)?.[1] ?? recipient).trim().toLowerCase();
}
