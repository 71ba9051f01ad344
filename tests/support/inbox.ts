import { expect } from "vitest";
import type { VerificationScope } from "../../db/enums.ts";
import { createVerificationUrl } from "../../worker/contract/v1/admin/users.ts";
import { verifyCode } from "../../worker/contract/v1/sso/verification.ts";
import { until } from "../../sandbox/process/deadline.ts";
import type { Client } from "./client.ts";
import { patienceMs } from "./patience.ts";
import { type ReceivedMail, sandbox } from "./sandbox.ts";

const scopes: Record<string, VerificationScope> = {
  verify: "verify:email-password-reset",
  setup: "verify:user-setup",
  "verify-email": "verify:email-change",
};

export type Link = { url: string; scope: VerificationScope; user_id: string; code: string };

export function parseLink(text: string): Link {
  const [url, screen = "", user_id = "", code = ""] =
    /https?:\/\/[^\s/]+\/(verify|setup|verify-email)\/([0-9a-f-]{36})\/([A-Z0-9]{6})\b/.exec(text) ?? [];
  const scope = scopes[screen];
  if (!url || !scope) throw new Error(`no verification link in: ${text}`);
  return { url, scope, user_id, code };
}

/** Waits for `count` mails to an address and returns them, newest first; fails if fewer or more have arrived. */
export async function waitForMails(to: string, count: number, box: typeof sandbox = sandbox): Promise<ReceivedMail[]> {
  let mails: ReceivedMail[] = [];
  await until(patienceMs, async () => {
    mails = await box.mailsTo(to);
    return mails.length >= count;
  });
  expect(mails.map((mail) => mail.subject)).toHaveLength(count);
  return mails;
}

export const waitForLink = async (to: string, subject = "", box: typeof sandbox = sandbox): Promise<Link> =>
  parseLink((await box.waitForMail(to, subject)).text);

/** Waits for a mail about a security event; returns the path of its link “This was not me”. */
export async function waitForNotMeLink(to: string, subject: string): Promise<string> {
  const { text } = await sandbox.waitForMail(to, subject);
  const [, path = ""] = /https?:\/\/[^\s/]+(\/not-me\/[\w-]+\/[\w-]+\/[\w-]{22})\b/.exec(text) ?? [];
  expect(path).not.toBe("");
  return path;
}

/** Creates a link that an administrator hands over in person. */
export async function createLink(admin: Client, user_id: string, scope?: VerificationScope): Promise<Link> {
  const answer = await admin.call(createVerificationUrl, { params: { user_id }, body: scope ? { scope } : {} });
  return parseLink(answer.reply().url);
}

/** Exchanges a link's code for the verification cookie, as the first step of its screen does. */
export const openLink = (client: Client, { scope, user_id, code }: Link) =>
  client.call(verifyCode, { body: { scope, user_id, code } });
