// The doctor on production: a ready deployment, and each fault that only a deployed shop can have.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { diagnose } from "../../ops/doctor/index.ts";
import { type Deployment, readDeployment } from "../../ops/wrangler.ts";
import { liveKey, secretKey } from "../../sandbox/fakes/stripe/wire/keys.ts";
import { type Sandbox, startSandbox } from "../../sandbox/sandbox.ts";
import { sandboxAt } from "../support/sandbox.ts";
import { copyTemplate } from "../support/template.ts";

const host = "shop.cgx.test";
let sandbox: Sandbox;
let fakes: ReturnType<typeof sandboxAt>;
let folder: string;
let deployment: Deployment;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "crunchbox-doctor-production-"));
  await copyTemplate(inject("template"), folder);
  sandbox = await startSandbox({ dataDir: folder, port: 0, publicUrl: `https://${host}`, durable: false });
  fakes = sandboxAt(sandbox.url);
  deployment = { ...(await readDeployment("production")), hosts: [host] };
  await postToFake("/stripe/settings", { mode: "live" });
  await postToFake("/cloudflare/account", { zones: ["cgx.test"] });
});
afterAll(async () => {
  await sandbox?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const postToFake = async (path: string, body: object) => expect((await fakes.post(path, body)).status).toBe(200);

async function findMissing(changes: Record<string, string> = {}, parts: Partial<Deployment> = {}) {
  const productionSettings = { STAGE: "production", STRIPE_SECRET_KEY: liveKey, ADMIN_SECOND_FACTOR: "required" };
  const settings = { ...sandbox.operatorVars(), ...productionSettings, ...changes };
  const file = join(folder, ".env.production");
  const findings = await diagnose({ name: "production", file, settings, deployment: { ...deployment, ...parts } });
  return findings.filter(({ ok }) => !ok).map(({ name, message }) => `${name}: ${message}`);
}

test("with live keys, https and a host of its own is ready", async () => {
  expect(await findMissing()).toEqual([]);
});

test.each([
  ['stage: STAGE says staging: set it to "production" in wrangler.toml.', { STAGE: "staging" }],
  ["address: PUBLIC_URL in wrangler.toml must begin with https://.", { PUBLIC_URL: `http://${host}` }],
  [
    "address: wrangler.toml still says example.com: set PUBLIC_URL to your own.",
    { PUBLIC_URL: "https://crunchbox.example.com" },
  ],
  [
    "address: wrangler.toml still says example.com: set EMAIL_FROM and SUPPORT_EMAIL to your own.",
    { EMAIL_FROM: "CrunchBox <no-reply@crunchbox.example.com>", SUPPORT_EMAIL: "support@crunchbox.example.com" },
  ],
  [
    'route: Nothing leads to shop.elsewhere.test: set `routes = [{ pattern = "shop.elsewhere.test", custom_domain = true }]` at the top of wrangler.toml.',
    { PUBLIC_URL: "https://shop.elsewhere.test" },
  ],
  [
    "Stripe: key: STRIPE_SECRET_KEY is of test mode: production takes one of live mode.",
    { STRIPE_SECRET_KEY: secretKey },
  ],
  ["Stripe: key: Stripe does not know STRIPE_SECRET_KEY.", { STRIPE_SECRET_KEY: "rk_live_another" }],
  [
    "carrier: keys: FULEX_API_URL is the carrier's sandbox, whose labels no courier takes: set https://apis.fedex.com.",
    { FULEX_API_URL: "https://apis-sandbox.fedex.com" },
  ],
  [
    'placement: The database is in aws:eu-central-1: set `region = "aws:eu-central-1"` under [placement] of wrangler.toml.',
    { DATABASE_URL: "postgres://a:b@ep-x.eu-central-1.aws.neon.tech/shop" },
  ],
  ["zone: settings: Add the domain of shop.elsewhere.test", { PUBLIC_URL: "https://shop.elsewhere.test" }],
  [
    "administrators: A password alone opens the console: take ADMIN_SECOND_FACTOR out, or set it to required.",
    { ADMIN_SECOND_FACTOR: "optional" },
  ],
  [
    "hosts: Add a route of wrangler.toml for admin.cgx.test.",
    { ADMIN_WEB_URL: "https://admin.cgx.test/admin", COOKIE_DOMAIN: "cgx.test" },
  ],
] as const)("says: %s", async (message, changes) => {
  expect(await findMissing({ ...changes })).toContainEqual(expect.stringContaining(message));
});

test("says that staging has its host as well, and that its crons and queues are missing", async () => {
  expect(await findMissing({}, { otherHosts: [host] })).toEqual([
    `route: wrangler.toml gives ${host} to staging and production: set other routes under [env.staging].`,
  ]);
  expect(await findMissing({}, { crons: [] })).toEqual([
    'Cloudflare: cron: wrangler.toml must name one cron, "* * * * *".',
  ]);
  await postToFake("/cloudflare/account", { queues: ["wake-ups-staging", "wake-ups-staging-dead"] });
  expect(await findMissing()).toEqual(["Cloudflare: queue: Run `npm run wrangler -- queues create wake-ups`."]);
  await postToFake("/cloudflare/account", {
    queues: ["wake-ups", "wake-ups-dead"],
    domains: { [host]: "crunchbox-staging" },
  });
  expect(await findMissing()).toEqual([
    expect.stringMatching(/^Cloudflare: hosts: .*leads to the worker crunchbox-staging/),
  ]);
  await postToFake("/cloudflare/account", { domains: {} });
});
