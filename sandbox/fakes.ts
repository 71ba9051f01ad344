import { type ServerType, serve } from "@hono/node-server";
import { Hono } from "hono";
import { z } from "zod";
import { clockControl } from "./clock.ts";
import { type CronControl, type RunCron, cronControl } from "./cron.ts";
import { homePage } from "./home.ts";
import { Calls, type Service, services } from "./fakes/calls.ts";
import { createBuilds } from "./fakes/builds/index.ts";
import { createCloudflare } from "./fakes/cloudflare/index.ts";
import { createCaptcha } from "./fakes/captcha/index.ts";
import { createFiles } from "./fakes/files/index.ts";
import { createFulex } from "./fakes/fulex/index.ts";
import { createEmail } from "./fakes/email/index.ts";
import { Faults, faultSchema } from "./fakes/faults.ts";
import { createNetSuite } from "./fakes/net-suite/index.ts";
import { createNeon } from "./fakes/neon/index.ts";
import type { Fake, FakeContext } from "./fakes/fake.ts";
import type { SandboxEnv } from "./fakes/service.ts";
import { createSms } from "./fakes/sms/index.ts";
import { createStripe } from "./fakes/stripe/index.ts";

export interface Fakes {
  url: string;
  /** Worker settings (worker/env.ts). */
  settings: Record<string, string>;
  /** Settings for operator commands, such as the token of the hosting platform. */
  operatorSettings: Record<string, string>;
  onCron(run: RunCron): void;
  stop(): Promise<void>;
}

export interface FakeOptions extends Pick<
  FakeContext,
  "dataDir" | "secrets" | "postgresPort" | "publicUrl" | "makeObject"
> {
  /** 0 picks a free port. */
  port: number;
  jobs: () => Promise<Record<string, string>>;
  /** Connects as the owner of the database. */
  databaseUrl: string;
  /** Milliseconds added to responses of accounting, carrier and build registry. */
  fakesDelayMs?: number | undefined;
}

/** Starts all fakes, in the order in which the sandbox's home page shows them. */
export async function startFakes(options: FakeOptions): Promise<Fakes> {
  const calls = new Calls();
  const faults = new Faults({ fakesDelayMs: options.fakesDelayMs });
  let url = "";
  const context: FakeContext = { ...options, url: () => url, calls, faults };
  const fakes: Fake[] = [
    createEmail(context),
    createSms(context),
    createCaptcha(context),
    await createNeon(context),
    createStripe(context),
    createCloudflare(context),
    createBuilds(context),
    createFiles(context),
    createNetSuite(context),
    createFulex(context),
  ];
  let runCron: RunCron | undefined;
  const control: CronControl = { jobs: options.jobs, run: () => runCron };
  const server = await listen(createApp(options, fakes, calls, faults, control), options.port);
  url = `http://localhost:${portOf(server)}`;
  for (const fake of fakes) fake.resume?.();
  return {
    url,
    settings: Object.assign({}, ...fakes.map((fake) => fake.settings())),
    operatorSettings: Object.assign({}, ...fakes.map((fake) => fake.operatorSettings?.())),
    onCron: (run) => {
      runCron = run;
    },
    stop: async () => {
      faults.clear();
      if ("closeAllConnections" in server) server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      for (const fake of fakes.toReversed()) await fake.stop?.();
    },
  };
}

function createApp(
  options: FakeOptions,
  fakes: Fake[],
  calls: Calls,
  faults: Faults,
  control: CronControl,
): Hono<SandboxEnv> {
  const app = new Hono<SandboxEnv>();
  app.get("/", async (c) => {
    const jobs = await options.jobs();
    return c.html(homePage(options.publicUrl, new URL(c.req.url).origin, jobs, fakes));
  });
  for (const { routes } of fakes) app.route("/", routes);
  app.route("/cron", cronControl(control));
  const renew = () => {
    for (const fake of fakes) fake.renewConnections?.();
  };
  app.route("/clock", clockControl(options.databaseUrl, renew));
  app.route("/", monitoringRoutes(calls, faults));
  app.notFound((c) => c.json({ message: `Nothing here: see ${new URL(c.req.url).origin}/` }, 404));
  app.onError((error, c) => c.json({ message: error.message }, 500));
  return app;
}

function monitoringRoutes(calls: Calls, faults: Faults) {
  return new Hono<SandboxEnv>()
    .get("/calls.json", (c) => {
      const serviceName = c.req.query("service");
      if (serviceName === "database") return c.json(calls.database);
      if (serviceName !== undefined && !isService(serviceName)) {
        return c.json({ message: `Unknown service "${serviceName}": use ${services.join(", ")}.` }, 400);
      }
      return c.json(calls.list(serviceName));
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
      faults.clear(c.req.query("owner"));
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
