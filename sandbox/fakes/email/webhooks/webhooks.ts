import { randomBytes } from "node:crypto";
import type { Mail, MailStatus } from "../state.ts";
import { buildSvixHeaders } from "./svix.ts";
import type { WebhookList } from "./webhooks-api.ts";

/** https://resend.com/docs/webhooks/retries-and-replays */
const retryAfterSeconds = [5, 300, 1800, 7200, 18_000, 36_000, 36_000];

const eventDetails: Record<MailStatus, object> = {
  delivered: {},
  failed: { failed: { reason: "reached_daily_quota" } },
  complained: {},
  bounced: {
    bounce: {
      message: "The recipient's email server rejected the email: 550 5.1.1 The email account does not exist.",
      type: "Permanent",
      subType: "General",
    },
  },
  suppressed: {
    suppressed: {
      message: "The recipient's email address is on the suppression list, because it bounced or complained before.",
      type: "OnAccountSuppressionList",
    },
  },
};

/** Sends signed events until the store returns 2xx or all retries have failed. */
export class Webhooks {
  #list: WebhookList;
  #timers = new Set<NodeJS.Timeout>();
  #stop = new AbortController();

  constructor(list: WebhookList) {
    this.#list = list;
  }

  /** Resolves after one attempt for each subscribed webhook (https://resend.com/docs/webhooks/event-types). */
  async send(mail: Mail, status: MailStatus, reason?: string): Promise<void> {
    const subscribers = this.#list.all.filter(
      (each) => each.status === "enabled" && each.events.includes(`email.${status}`),
    );
    const now = new Date().toISOString();
    const { id: email_id, from, to, subject, created_at } = mail;
    const tags = Object.fromEntries(mail.tags.map(({ name, value }) => [name, value]));
    const detail = status === "failed" && reason ? { failed: { reason } } : eventDetails[status];
    const data = { email_id, created_at, from, to, subject, tags, ...detail };
    const body = JSON.stringify({ type: `email.${status}`, created_at: now, data });
    for (const { endpoint } of subscribers)
      await this.#deliver(endpoint, `msg_${randomBytes(14).toString("hex")}`, body, 0);
  }

  retrying(): number {
    return this.#timers.size;
  }

  stop(): void {
    this.#stop.abort();
    for (const timer of this.#timers) clearTimeout(timer);
  }

  async #deliver(endpoint: string, id: string, body: string, failures: number): Promise<void> {
    if (await this.#post(endpoint, id, body)) return;
    const seconds = retryAfterSeconds[failures];
    if (seconds === undefined || this.#stop.signal.aborted) return;
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      void this.#deliver(endpoint, id, body, failures + 1);
    }, seconds * 1000);
    this.#timers.add(timer);
  }

  async #post(endpoint: string, id: string, body: string): Promise<boolean> {
    const headers = {
      "content-type": "application/json",
      "user-agent": "Svix-Webhooks/1.90",
      ...buildSvixHeaders(id, Math.floor(Date.now() / 1000), body),
    };
    const signal = AbortSignal.any([this.#stop.signal, AbortSignal.timeout(15_000)]);
    try {
      const response = await fetch(endpoint, { method: "POST", headers, body, redirect: "manual", signal });
      await response.body?.cancel();
      return response.ok;
    } catch {
      return false;
    }
  }
}
