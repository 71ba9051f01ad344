import { join } from "node:path";
import { z } from "zod";
import { Journal } from "../journal.ts";

const textMessageSchema = z.object({
  id: z.string(),
  to: z.string(),
  from: z.string(),
  text: z.string(),
  created_at: z.string(),
});
/** A text message that was accepted for delivery; `id` is Twilio's sid. */
export type TextMessage = z.infer<typeof textMessageSchema>;

/** Every text message that was accepted, also before a restart. */
export class TextMessages {
  #journal: Journal<TextMessage>;

  constructor(dataDir: string) {
    this.#journal = new Journal(join(dataDir, "sms.jsonl"), textMessageSchema);
  }

  accept(message: TextMessage): void {
    this.#journal.append(message);
  }

  /** The messages to `to` (all when it is empty), newest first. */
  list(to: string | undefined): TextMessage[] {
    return this.#journal.entries.filter((message) => !to || message.to === to.trim()).toReversed();
  }
}
