import { addressOf, type Mail, type Mails, type MailStatus } from "../state.ts";
import type { Webhooks } from "./webhooks.ts";

/** Addresses that always do the same (https://resend.com/docs/dashboard/emails/send-test-emails), also as bounced+label@. */
const testAddress = /^(delivered|bounced|complained|suppressed)(?:\+[^@]*)?@resend\.dev$/;
const testStatuses: Record<string, MailStatus> = {
  delivered: "delivered",
  bounced: "bounced",
  complained: "complained",
  suppressed: "suppressed",
};

/** The mail servers of those who are written to, and the list of those to whom Resend delivers nothing any more. */
export class Recipients {
  #mails: Mails;
  #webhooks: Webhooks;
  #suppressed = new Set<string>();

  constructor(mails: Mails, webhooks: Webhooks) {
    this.#mails = mails;
    this.#webhooks = webhooks;
  }

  /** What becomes of a message that was accepted; told once its sender has its answer. */
  receive(mail: Mail): void {
    const to = mail.to.map(addressOf);
    const known = to.map((one) => testStatuses[testAddress.exec(one)?.[1] ?? ""]).find((status) => status);
    const status = to.some((one) => this.#suppressed.has(one)) ? "suppressed" : (known ?? "delivered");
    setImmediate(() => void this.tell(mail, status));
  }

  /** After a bounce and a complaint Resend suppresses the address (https://resend.com/docs/dashboard/emails/email-suppressions). */
  async tell(mail: Mail, status: MailStatus): Promise<void> {
    this.#mails.mark(mail, status);
    if (status === "bounced" || status === "complained")
      for (const one of mail.to) this.#suppressed.add(addressOf(one));
    await this.#webhooks.send(mail, status);
  }

  /** Takes an address off the list, as the team's dashboard does; whether it was on it. */
  release(address: string): boolean {
    return this.#suppressed.delete(address.trim().toLowerCase());
  }

  listSuppressed(): string[] {
    return [...this.#suppressed];
  }
}
