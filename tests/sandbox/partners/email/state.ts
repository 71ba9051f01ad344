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
  created_at: z.string(),
  idempotency_key: z.string().nullable(),
  body_hash: z.string(),
});
/** A message that was accepted for delivery. */
export type Mail = z.infer<typeof mailSchema>;

const keyLivesMs = 24 * 3600_000;

/** Every message that was accepted, also before a restart. */
export class Mails {
  #journal: Journal<Mail>;

  constructor(dataDir: string) {
    this.#journal = new Journal(join(dataDir, "mail.jsonl"), mailSchema);
  }

  accept(mail: Mail): void {
    this.#journal.append(mail);
  }

  find(id: string | undefined): Mail | undefined {
    return this.#journal.entries.find((mail) => mail.id === id);
  }

  /** What was sent under this idempotency key within its 24 hours. */
  findByKey(key: string): Mail | undefined {
    const since = new Date(Date.now() - keyLivesMs).toISOString();
    return this.#journal.entries.findLast((mail) => mail.idempotency_key === key && mail.created_at > since);
  }

  /** The messages to `to` (all when it is empty), newest first. */
  list(to: string | undefined): Mail[] {
    const wanted = to?.trim().toLowerCase();
    const isTo = (mail: Mail) => mail.to.some((one) => addressOf(one) === wanted);
    return this.#journal.entries.filter((mail) => !wanted || isTo(mail)).toReversed();
  }
}

function addressOf(recipient: string): string {
  return (/<([^<>]+)>\s*$/.exec(recipient)?.[1] ?? recipient).trim().toLowerCase();
}
