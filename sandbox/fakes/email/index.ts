import { Hono } from "hono";
import type { Fake, FakeContext } from "../fake.ts";
import { type SandboxEnv, observe } from "../service.ts";
import { Domain, domainControls, domainsProtocol } from "./account/domains.ts";
import { emailControls } from "./controls.ts";
import { emailSection } from "./page.ts";
import { emailProtocol } from "./protocol.ts";
import { Account, Mails } from "./state.ts";
import { webhookSecret } from "./webhooks/svix.ts";
import { Recipients } from "./webhooks/recipients.ts";
import { WebhookList, webhooksProtocol } from "./webhooks/webhooks-api.ts";
import { Webhooks } from "./webhooks/webhooks.ts";

export function createEmail({ dataDir, publicUrl, secrets, url, calls, faults }: FakeContext): Fake {
  const mails = new Mails(dataDir);
  const account = new Account();
  const domain = new Domain();
  const keys = { sending: secrets.email_api_key, full: `${secrets.email_api_key}_admin` };
  const list = new WebhookList(`${publicUrl}/v1/callbacks/email`);
  const webhooks = new Webhooks(list);
  const recipients = new Recipients(mails, webhooks, account);
  const protocol = emailProtocol({
    apiKey: secrets.email_api_key,
    mails,
    account,
    domain,
    onAccepted: (mail) => recipients.receive(mail),
  });
  return {
    routes: new Hono<SandboxEnv>()
      .use("/email/*", observe("email", calls, faults))
      .route("/email", domainsProtocol(keys, domain))
      .route("/email", webhooksProtocol(keys, list))
      .route("/email", protocol)
      .route("/", domainControls(domain))
      .route("/", emailControls({ mails, account, recipients, webhooks, list })),
    settings: () => ({
      EMAIL_API_URL: `${url()}/email`,
      EMAIL_API_KEY: secrets.email_api_key,
      EMAIL_FROM: "CrunchBox <no-reply@crunchbox.test>",
      EMAIL_WEBHOOK_SECRET: webhookSecret,
    }),
    operatorSettings: () => ({ EMAIL_ADMIN_KEY: keys.full }),
    page: emailSection,
    stop: () => webhooks.stop(),
  };
}
