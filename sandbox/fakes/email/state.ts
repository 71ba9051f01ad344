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
  tags: z.array(z.object({ name: z.string(), value: z.string() })).default([]),
  created_at: z.string(),
  /** Mails of a batch have the batch's key with their index. */
  idempotency_key: z.string().nullable(),
  body_hash: z.string(),
});
export type Mail = z.infer<typeof mailSchema>;
/** "last_event" of resend.com/docs/dashboard/emails/introduction. */
export type MailStatus = "delivered" | "bounced" | "complained" | "suppressed" | "failed";

const keyLifetimeMs = 24 * 3600_000;

/** Mails, which survive a restart, and their statuses, which do not. */
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

  /** Mails with this key within 24 hours, in the order of their batch. */
  findByKey(key: string): Mail[] {
    const since = new Date(Date.now() - keyLifetimeMs).toISOString();
    const hasKey = (own: string | null) => own === key || own?.startsWith(`${key}/`) === true;
    return this.#journal.entries.filter((mail) => hasKey(mail.idempotency_key) && mail.created_at > since);
  }

  /** Newest first; an empty `to` lists all. */
  list(to: string | undefined): Mail[] {
    const wantedAddress = to?.trim().toLowerCase();
    const isTo = (mail: Mail) => mail.to.some((one) => parseAddress(one) === wantedAddress);
    return this.#journal.entries.filter((mail) => !wantedAddress || isTo(mail)).toReversed();
  }

  statusOf({ id }: Mail): MailStatus {
    return this.#statuses.get(id) ?? "delivered";
  }

  mark({ id }: Mail, status: MailStatus): void {
    this.#statuses.set(id, status);
  }
}

export class Account {
  #window = { ends_at: 0, left: 0 };
  #perSecond = 2;
  /** The reason why accepted messages fail, such as "reached_daily_quota"; null while messages are delivered. */
  failing: string | null = null;

  /** Limits requests per second; a team's default is 2 (resend.com/docs/api-reference/rate-limit). */
  limitTo(perSecond: number): void {
    this.#perSecond = perSecond;
    this.#window = { ends_at: 0, left: 0 };
  }

  count(): { limit: number; remaining: number; is_over: boolean } {
    const now = Date.now();
    if (this.#window.ends_at <= now) this.#window = { ends_at: now + 1000, left: this.#perSecond };
    this.#window.left -= 1;
    return { limit: this.#perSecond, remaining: Math.max(0, this.#window.left), is_over: this.#window.left < 0 };
  }
}

/** Returns "ada@acme.test" for "Ada <Ada@acme.test>". */
export function parseAddress(recipient: string): string {
  return (/<([^<>]+)>\s*$/.exec(recipient)?.[1] ?? recipient).trim().toLowerCase();
}
