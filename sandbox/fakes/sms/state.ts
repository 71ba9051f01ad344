import { join } from "node:path";
import { z } from "zod";
import { Journal } from "../journal.ts";
import { startWords, stopWords } from "./incoming/tell-store.ts";

const textMessageSchema = z.object({
  id: z.string(),
  to: z.string(),
  from: z.string(),
  text: z.string(),
  created_at: z.string(),
});
/** `id` is Twilio's sid. */
export type TextMessage = z.infer<typeof textMessageSchema>;

const incomingSchema = z.object({ from: z.string(), text: z.string(), created_at: z.string() });
export type IncomingMessage = z.infer<typeof incomingSchema>;

/** Messages of both directions, which survive a restart. */
export class TextMessages {
  #journal: Journal<TextMessage>;
  #incoming: Journal<IncomingMessage>;
  /** Recipients whose carrier blocks our sender, which has no A2P 10DLC campaign (error 30034). */
  readonly blocked = new Set<string>();
  /** The account's state: active, suspended or closed. */
  status = "active";
  /** `Full` or `Trial`; at Twilio, a trial account sends only to verified numbers. */
  type = "Full";

  constructor(dataDir: string) {
    this.#journal = new Journal(join(dataDir, "sms.jsonl"), textMessageSchema);
    this.#incoming = new Journal(join(dataDir, "sms-incoming.jsonl"), incomingSchema);
  }

  accept(message: TextMessage): void {
    this.#journal.append(message);
  }

  receive(message: IncomingMessage): void {
    this.#incoming.append(message);
  }

  /** Whether the number's last keyword was an opt-out such as STOP. */
  hasStopped(number: string): boolean {
    const keywords = this.#incoming.entries
      .filter(({ from }) => from === number)
      .map(({ text }) => text.trim().toUpperCase())
      .filter((word) => stopWords.includes(word) || startWords.includes(word));
    return stopWords.includes(keywords.at(-1) ?? "");
  }

  /** Newest first; an empty `to` lists all. */
  list(to: string | undefined): TextMessage[] {
    return this.#journal.entries.filter((message) => !to || message.to === to.trim()).toReversed();
  }
}
