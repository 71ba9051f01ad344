import { join } from "node:path";
import { type ServerType, serve } from "@hono/node-server";
import { Hono } from "hono";
import { z } from "zod";
import { Calls, type Service, services } from "./partners/calls.ts";
import { captchaService } from "./partners/captcha/protocol.ts";
import { type CronControl, type RunCron, cronControl } from "./cron.ts";
import { emailService, mailSchema } from "./partners/email/protocol.ts";
import { Faults, faultSchema } from "./partners/faults.ts";
import { homePage } from "./home.ts";
import { inbox } from "./partners/email/page.ts";
import { Journal } from "./partners/journal.ts";
import { type Neon, startNeon } from "./partners/neon/protocol.ts";
import type { Secrets } from "./secrets.ts";
import { type SandboxEnv, service } from "./partners/service.ts";
import { listTextMessages, smsService, textMessageSchema } from "./partners/sms/protocol.ts";
import { type StripeStandIn, createStripe } from "./partners/stripe/index.ts";

/** The outside world but for PostgreSQL itself: Neon's protocol in front of it and the providers. */
export interface StandIns {
  url: string;
  neon: Neon;
  onCron(run: RunCron): void;
  stop(): Promise<void>;
}

export interface StandInOptions {
  dataDir: string;
  secrets: Secrets;
  postgresPort: number;
  /** 0 takes a free one. */
  port: number;
  publicUrl: string;
  jobs: () => Promise<Record<string, string>>;
}

/** Not secret: they are part of requests or pages. */
export const publicKeys = { captchaSiteKey: "sandbox-site-key", smsAccountSid: `AC${"5a".repeat(16)}` };

export async function startStandIns(options: StandInOptions): Promise<StandIns> {
  const calls = new Calls();
  const faults = new Faults();
  const neon = await startNeon(options.postgresPort, calls, faults);
  let runCron: RunCron | undefined;
  const control: CronControl = { jobs: options.jobs, run: () => runCron };
  let url = "";
  const { dataDir, publicUrl } = options;
  const stripe = createStripe({ dataDir, publicUrl, pageUrl: () => url, calls, faults });
  const app = createApp(options, calls, faults, control, stripe);
  const server = await listen(app, options.port);
  url = `http://localhost:${portOf(server)}`;
  stripe.resume();
  return {
    url,
    neon,
    onCron: (run) => {
      runCron = run;
    },
    stop: async () => {
      faults.clear();
      stripe.stop();
      if ("closeAllConnections" in server) server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await neon.stop();
    },
  };
}

function createApp(options: StandInOptions, calls: Calls, faults: Faults, control: CronControl, stripe: StripeStandIn) {
  const { dataDir, secrets } = options;
  const mails = new Journal(join(dataDir, "mail.jsonl"), mailSchema);
  const messages = new Journal(join(dataDir, "sms.jsonl"), textMessageSchema);
  const captchaKeys = {
    siteKey: publicKeys.captchaSiteKey,
    secret: secrets.captcha_secret,
    hostname: new URL(options.publicUrl).hostname,
  };
  const app = new Hono<SandboxEnv>();
  for (const name of ["email", "sms", "captcha"] as const) app.use(`/${name}/*`, service(name, calls, faults));
  app.get("/", async (c) => c.html(homePage(options.publicUrl, new URL(c.req.url).origin, await options.jobs())));
  app.route("/", inbox(mails));
  app.get("/sms.json", (c) => c.json(listTextMessages(messages, c.req.query("to"))));
  app.route("/captcha", captchaService(captchaKeys));
  app.route("/email", emailService(secrets.email_api_key, mails));
  app.route("/sms", smsService({ sid: publicKeys.smsAccountSid, token: secrets.sms_auth_token }, messages));
  app.route("/", stripe.routes);
  app.route("/cron", cronControl(control));
  app.route("/", watching(calls, faults));
  app.notFound((c) => c.json({ message: `Nothing here: see ${new URL(c.req.url).origin}/` }, 404));
  app.onError((error, c) => c.json({ message: error.message }, 500));
  return app;
}

function watching(calls: Calls, faults: Faults) {
  return new Hono<SandboxEnv>()
    .get("/calls.json", (c) => {
      const wanted = c.req.query("service");
      if (wanted === "database") return c.json(calls.database);
      if (wanted !== undefined && !isService(wanted)) {
        return c.json({ message: `Unknown service "${wanted}": use ${services.join(", ")}.` }, 400);
      }
      return c.json(calls.list(wanted));
    })
    .get("/faults", (c) => c.json(faults.list()))
    .post("/faults", async (c) => {
      const body: unknown = await c.req.json().catch(() => undefined);
      const fault = faultSchema.safeParse(body);
      if (!fault.success) return c.json({ success: false, message: z.prettifyError(fault.error) }, 400);
      faults.add(fault.data);
      return c.json({ success: true, fault: fault.data }, 201);
    })
    .delete("/faults", (c) => {
      faults.clear();
      return c.json({ success: true });
    });
}

function isService(name: string): name is Service {
  return services.some((one) => one === name);
}

async function listen(app: Hono<SandboxEnv>, port: number): Promise<ServerType> {
  return new Promise((resolve, reject) => {
    const server = serve({ fetch: app.fetch, port, hostname: "127.0.0.1" }, () => resolve(server));
    if ("keepAliveTimeout" in server) server.keepAliveTimeout = 600_000;
    server.once("error", reject);
  });
}

function portOf(server: ServerType): number {
  const address = server.address();
  if (typeof address !== "object" || !address) throw new Error("the server has no port");
  return address.port;
}
