import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { Stripe } from "stripe";
import { webhookEventTypes } from "../../worker/contract/callback-events.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readDeployment } from "../../ops/wrangler.ts";
import { stripeChecks } from "../../ops/doctor/stripe.ts";
import { createStripe } from "../../ops/stripe/account.ts";
import { root } from "../../sandbox/process/settings.ts";
import { startProvider } from "../sandbox/stripe-harness.ts";

const publicUrl = "http://localhost:8787";
const url = `${publicUrl}/v1/callbacks/stripe/events`;
let provider: Awaited<ReturnType<typeof startProvider>>;
let dataDir: string;
let file: string;
let stripe: Stripe;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "crunchbox-endpoints-"));
  file = join(dataDir, "settings.json");
  provider = await startProvider(dataDir, publicUrl);
  const settings = {
    PUBLIC_URL: publicUrl,
    STRIPE_API_URL: provider.url,
    STRIPE_SECRET_KEY: "sk_test_sandbox",
    STRIPE_WEBHOOK_SECRET: "whsec_sandbox",
  };
  writeFileSync(file, JSON.stringify(settings));
  stripe = createStripe(settings);
});
afterAll(async () => {
  await provider?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const readSettings = (): Record<string, string> => JSON.parse(readFileSync(file, "utf8"));
const listEndpoints = async () => (await stripe.webhookEndpoints.list()).data;
const runCommand = async () => {
  const env = { ...process.env, DATA_DIR: dataDir };
  const { stdout } = await promisify(execFile)(process.execPath, ["ops/stripe/endpoints.ts"], { cwd: root, env });
  return stdout;
};
const checkWebhooks = async () => {
  const check = stripeChecks.find(({ name }) => name === "Stripe: callbacks");
  return check?.run({ name: "sandbox", file, deployment: await readDeployment("sandbox"), settings: readSettings() });
};

test("an account without an endpoint gets one, in the version of the SDK and for every type; its secret is kept, not told", async () => {
  for (const { id } of await listEndpoints()) await stripe.webhookEndpoints.del(id);
  expect(await checkWebhooks()).toMatchObject({ ok: false, message: expect.stringContaining("Stripe calls nobody") });

  const stdoutText = await runCommand();
  expect(await listEndpoints()).toEqual([
    expect.objectContaining({
      url,
      api_version: Stripe.API_VERSION,
      enabled_events: [...webhookEventTypes],
      status: "enabled",
    }),
  ]);
  const [newSecret, previousSecret] = (readSettings()["STRIPE_WEBHOOK_SECRET"] ?? "").split(",");
  expect(newSecret).toMatch(/^whsec_\w{32}$/);
  expect(previousSecret).toBe("whsec_sandbox");
  expect(stdoutText).not.toContain("whsec_");
  expect(await checkWebhooks()).toMatchObject({ ok: true });
});

test("doing it again changes nothing", async () => {
  const [endpointsBefore, secrets] = [await listEndpoints(), readSettings()["STRIPE_WEBHOOK_SECRET"]];
  expect(await runCommand()).toMatch(/^ok /);
  expect(await listEndpoints()).toEqual(endpointsBefore);
  expect(readSettings()["STRIPE_WEBHOOK_SECRET"]).toBe(secrets);
});

test("an endpoint that misses types, or that Stripe has switched off, is mended and keeps its secret", async () => {
  const [{ id = "" } = {}] = await listEndpoints();
  await stripe.webhookEndpoints.update(id, { enabled_events: ["invoice.paid"] });
  expect(await checkWebhooks()).toMatchObject({ ok: false, message: expect.stringContaining("charge.refunded") });
  await runCommand();
  expect(await checkWebhooks()).toMatchObject({ ok: true });
  await stripe.webhookEndpoints.update(id, { disabled: true });
  expect(await checkWebhooks()).toMatchObject({
    ok: false,
    message: expect.stringContaining("switched the endpoint off"),
  });
  await runCommand();
  expect(await checkWebhooks()).toMatchObject({ ok: true });
  expect((await listEndpoints()).map((each) => each.id)).toEqual([id]);
});

test("an endpoint of another version is replaced, because its version cannot change", async () => {
  const [{ id = "" } = {}] = await listEndpoints();
  await stripe.webhookEndpoints.del(id);
  await stripe.webhookEndpoints.create({ url, enabled_events: [...webhookEventTypes], api_version: "2024-06-20" });
  expect(await checkWebhooks()).toMatchObject({ ok: false, message: expect.stringContaining("version 2024-06-20") });
  const secretCount = (readSettings()["STRIPE_WEBHOOK_SECRET"] ?? "").split(",").length;
  await runCommand();
  expect((await listEndpoints()).map(({ api_version }) => api_version)).toEqual([Stripe.API_VERSION]);
  expect((readSettings()["STRIPE_WEBHOOK_SECRET"] ?? "").split(",")).toHaveLength(secretCount + 1);
  expect(await checkWebhooks()).toMatchObject({ ok: true });
});
