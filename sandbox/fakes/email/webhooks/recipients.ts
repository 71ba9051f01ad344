import { type Account, parseAddress, type Mail, type Mails, type MailStatus } from "../state.ts";
import type { Webhooks } from "./webhooks.ts";

/** Addresses may have a label, such as bounced+label@ (https://resend.com/docs/dashboard/emails/send-test-emails). */
const testAddress = /^(delivered|bounced|complained|suppressed)(?:\+[^@]*)?@resend\.dev$/;
const testStatuses: Record<string, MailStatus> = {
  delivered: "delivered",
  bounced: "bounced",
  complained: "complained",
  suppressed: "suppressed",
};

export class Recipients {
  #mails: Mails;
  #webhooks: Webhooks;
  #account: Account;
  #suppressed = new Set<string>();

  constructor(mails: Mails, webhooks: Webhooks, account: Account) {
    this.#mails = mails;
    this.#account = account;
    this.#webhooks = webhooks;
  }

  /**
   * Delivers after the sender has its response. A used-up quota, for example, fails the mail only then
   * (https://resend.com/docs/webhooks/emails/failed).
   */
  receive(mail: Mail): void {
    const to = mail.to.map(parseAddress);
    const testStatus = to.map((one) => testStatuses[testAddress.exec(one)?.[1] ?? ""]).find((status) => status);
    const deliveryStatus = to.some((one) => this.#suppressed.has(one)) ? "suppressed" : (testStatus ?? "delivered");
    const status = this.#account.failing === null ? deliveryStatus : "failed";
    setImmediate(() => void this.report(mail, status));
  }

  /**
   * Sets a mail's status. A bounce or complaint adds the recipients to the suppression list
   * (https://resend.com/docs/dashboard/emails/email-suppressions).
   */
  async report(mail: Mail, status: MailStatus): Promise<void> {
    this.#mails.mark(mail, status);
    if (status === "bounced" || status === "complained")
      for (const one of mail.to) this.#suppressed.add(parseAddress(one));
    await this.#webhooks.send(mail, status, this.#account.failing ?? undefined);
  }

  /** Removes a suppression, as the dashboard does; returns false for an address without one. */
  release(address: string): boolean {
    return this.#suppressed.delete(address.trim().toLowerCase());
  }

  listSuppressed(): string[] {
    return [...this.#suppressed];
  }
}
