import { Hono } from "hono";
import type { Partner, Surroundings } from "../partner.ts";
import { type SandboxEnv, observe } from "../service.ts";
import { Domain, domainControls, domainsProtocol } from "./account/domains.ts";
import { emailControls } from "./controls.ts";
import { emailSection } from "./page.ts";
import { emailProtocol } from "./protocol.ts";
import { Mails } from "./state.ts";

/** Resend: takes e-mails, and shows them in an inbox. */
export function createEmail({ dataDir, secrets, url, calls, faults }: Surroundings): Partner {
  const mails = new Mails(dataDir);
  const domain = new Domain();
  return {
    routes: new Hono<SandboxEnv>()
      .use("/email/*", observe("email", calls, faults))
      .route("/email", emailProtocol(secrets.email_api_key, mails))
      .route("/email", domainsProtocol(secrets.email_api_key, domain))
      .route("/", domainControls(domain))
      .route("/", emailControls(mails)),
    settings: () => ({
      EMAIL_API_URL: `${url()}/email`,
      EMAIL_API_KEY: secrets.email_api_key,
      EMAIL_FROM: "CrunchBox <no-reply@crunchbox.test>",
    }),
    page: emailSection,
  };
}
