// One sitting from empty accounts to the first sale; each answer is wrong once before it is right.
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { request as plainRequest } from "node:http";
import { createServer, type Server } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { parseEnv } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createLegalText } from "../../worker/contract/v1/admin/settings/legal-texts.ts";
import { createOrganization } from "../../worker/contract/v1/admin/organizations.ts";
import { createProduct, publishProduct } from "../../worker/contract/v1/admin/products.ts";
import { createShippingRate } from "../../worker/contract/v1/admin/shipping-rates.ts";
import { checkReadiness } from "../../worker/contract/v1/admin/readiness.ts";
import { listProducts } from "../../worker/contract/v1/store/products.ts";
import { requestPasswordReset } from "../../worker/contract/v1/sso/password-reset.ts";
import { finishSetUp } from "../../worker/contract/v1/sso/user.ts";
import { signIn } from "../../worker/contract/v1/sso/session.ts";
import { freePort } from "../../sandbox/process/ports.ts";
import { root } from "../../sandbox/process/settings.ts";
import { type Sandbox, startSandbox } from "../../sandbox/sandbox.ts";
import { type Client, createClient } from "../support/client.ts";
import { openDatabase } from "../support/database.ts";
import { factoriesOn } from "../support/factories.ts";
import { openLink, waitForLink } from "../support/inbox.ts";
import { sandboxAt } from "../support/sandbox.ts";
import { shopOn } from "../support/store.ts";
import { FakeEdge } from "./fake-edge.ts";

/** A self-signed certificate of localhost and its key: a deployment has https. */
const certificate = join(import.meta.dirname, "localhost.pem");
const trusted = getCACertificates("default");
let edge: FakeEdge;
let tls: Server;
let sandbox: Sandbox;
let fakes: ReturnType<typeof sandboxAt>;
let folder: string;
let url: string;
let admin: Client;

beforeAll(async () => {
  const [port, tlsPort] = [await freePort(), await freePort()];
  url = `https://localhost:${tlsPort}`;
  folder = mkdtempSync(join(tmpdir(), "crunchbox-setup-"));
  edge = await FakeEdge.start(port, ["localhost"]);
  tls = await startTls(tlsPort, port);
  setDefaultCACertificates([...trusted, readFileSync(certificate, "utf8")]);
  sandbox = await startSandbox({ dataDir: folder, port: 0, publicUrl: url, durable: false });
  fakes = sandboxAt(sandbox.url);
  await emptyAccounts();
  await emptyProject();
  edge.configure(
    readFileSync(join(root, "wrangler.toml"), "utf8")
      .replace(/^main = "/m, `main = "${root}/`)
      .replace(/^directory = "/m, `directory = "${root}/`),
  );
});
afterAll(async () => {
  setDefaultCACertificates(trusted);
  await new Promise((resolve) => (tls ? tls.close(resolve) : resolve(undefined)));
  await edge?.stop();
  await sandbox?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Https in front of the edge. */
async function startTls(port: number, edgePort: number): Promise<Server> {
  const pem = readFileSync(certificate);
  const server = createServer({ cert: pem, key: pem }, (incoming, outgoing) => {
    const { method, url: path, headers } = incoming;
    const inner = plainRequest({ host: "localhost", port: edgePort, method, path, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    inner.on("error", () => outgoing.destroy());
    incoming.pipe(inner);
  });
  await new Promise<void>((resolve) => server.listen(port, "localhost", resolve));
  return server;
}

/** The accounts of somebody who begins, at Stripe, Resend and Cloudflare. The database has no table. */
async function emptyAccounts(): Promise<void> {
  await control("/stripe/settings", {
    tax: "inactive",
    registrations: "none",
    portal: "unsaved",
    bank_accounts: "off",
  });
  await control("/mail/domain", { status: "not_started", name: "elsewhere.test" });
  await control("/mail/webhook", { events: [] });
  await control("/mail/account", { requests_per_second: 1000 });
  await control("/cloudflare/account", {
    queues: [],
    buckets: [],
    locks: [],
    plan: "free",
    zone_settings: {},
    bots: { fight_mode: true },
    rules: [],
  });
}
/** A new project at Neon has one role, which may create others (https://neon.com/docs/manage/roles). */
async function emptyProject(): Promise<void> {
  const { superuser_password } = JSON.parse(readFileSync(join(folder, "secrets.json"), "utf8"));
  const server = new URL(sandbox.databaseUrl);
  [server.username, server.password] = ["postgres", superuser_password];
  const asSuperuser = openDatabase(server.href);
  await asSuperuser("drop owned by crunchbox_worker");
  await asSuperuser("drop role crunchbox_worker");
  await asSuperuser("alter role crunchbox createrole");
  await asSuperuser("create role guest login password 'guest'");
}
const control = async (path: string, body: unknown) => {
  const answer = await fakes.post(path, body);
  expect(answer.ok, `${path}: ${await answer.text()}`).toBe(true);
};

type Deed = string | (() => Promise<unknown>);
/** What the person does at each prompt, in order; a deed is done, then Enter is pressed. */
type Sitting = Record<string, Deed[]>;

/** `npm run setup -- --env staging`, driven by pipes. */
async function sit(
  sitting: Sitting,
  options: { stopAt?: string } = {},
): Promise<{ code: number | null; output: string }> {
  const files = ["--settings", settingsFile(), "--config", edge.config];
  const child = spawn(process.execPath, ["ops/setup/setup.ts", "--env", "staging", "--built", ...files], {
    cwd: root,
    env: { ...process.env, ...edge.env, NODE_EXTRA_CA_CERTS: certificate },
  });
  let output = "";
  let answered = 0;
  const answer = async (prompt: string) => {
    if (prompt === options.stopAt) return void child.kill("SIGINT");
    const deed = sitting[prompt]?.shift();
    if (deed === undefined) {
      child.kill();
      throw new Error(`Nobody knows what to answer: ${prompt}\n${output}`);
    }
    if (typeof deed === "function") await deed();
    child.stdin.write(typeof deed === "string" ? `${deed}\n` : "\n");
  };
  return new Promise((resolve, reject) => {
    const read = (text: Buffer) => {
      output += text.toString();
      const prompt = promptIn(output.slice(answered));
      if (!prompt) return;
      answered = output.length;
      answer(prompt).catch(reject);
    };
    child.stdout.on("data", read);
    child.stderr.on("data", (text: Buffer) => void (output += text.toString()));
    child.once("close", (code) => resolve({ code, output }));
  });
}

/** The prompt at which the command waits: a line without an end. */
const promptIn = (text: string): string | undefined =>
  /(?:^|\n)([^\n]*(?::|it is done|to try again)) $/.exec(text)?.[1];

const settingsFile = () => join(folder, ".env.staging");
const secrets = () => parseEnv(readFileSync(settingsFile(), "utf8"));
const done = "press Enter when it is done";

/** What every test of the fakes' hosts needs; a real shop has none of these lines. */
function pointToFakes(): void {
  const { vars } = sandbox;
  const operator = sandbox.operatorVars();
  const hosts = {
    NEON_FETCH_ENDPOINT: vars["NEON_FETCH_ENDPOINT"],
    EMAIL_API_URL: vars["EMAIL_API_URL"],
    STRIPE_API_URL: vars["STRIPE_API_URL"],
    CAPTCHA_VERIFY_URL: vars["CAPTCHA_VERIFY_URL"],
    CAPTCHA_SCRIPT_URL: vars["CAPTCHA_SCRIPT_URL"],
    CLOUDFLARE_API_BASE_URL: operator["CLOUDFLARE_API_BASE_URL"],
    EMAIL_REQUESTS_PER_SECOND: "1000",
    RATE_LIMIT_SCALE: "1000",
  };
  writeFileSync(
    settingsFile(),
    Object.entries(hosts)
      .map(([name, value]) => `${name}=${JSON.stringify(value)}\n`)
      .join(""),
  );
}

/** The first administrator follows the mail and sets a password. */
async function signInAsAdministrator(): Promise<void> {
  admin = createClient({ url });
  (await admin.call(requestPasswordReset, { body: { email: "ada@cgx.test" } })).reply();
  const link = await waitForLink("ada@cgx.test", "", fakes);
  expect(link.url).toContain(url);
  (await openLink(admin, link)).reply();
  const body = { password: "First-1234!", agreement_version: new Date().toISOString().slice(0, 7) };
  (await admin.call(finishSetUp, { body })).reply();
  (await admin.call(signIn, { body: { username: "ada@cgx.test", password: "First-1234!" } })).reply();
}

async function addProduct(body: object): Promise<void> {
  const { id } = (await admin.call(createProduct, { body })).reply();
  (await admin.call(publishProduct, { params: { product_id: id } })).reply();
}

test("from empty accounts to the first sale, in one sitting that is broken off once, with each answer wrong once", async () => {
  pointToFakes();
  const operator = sandbox.operatorVars();
  const license = join(folder, "license.html");
  writeFileSync(license, "<h1>License</h1><p>Use the devices with care.</p>");
  const owner = new URL(operator["MIGRATION_DATABASE_URL"] ?? "");
  const wrongOwner = new URL(owner);
  wrongOwner.password = "wrong";
  const guest = new URL(owner);
  [guest.username, guest.password] = ["guest", "guest"];
  const texts = ["terms", "privacy", "returns", "imprint"] as const;
  const sitting: Sitting = {
    "PUBLIC_URL:": [url.replace("https:", "http:"), `${url}/shop`, "https://shop.example.com", url],
    "EMAIL_FROM:": ["CGX", "CGX <no-reply@example.com>", "CGX <no-reply@cgx.test>"],
    "SUPPORT_EMAIL:": ["help", "help@cgx.test"],
    "MIGRATION_DATABASE_URL:": ["mysql://localhost/x", wrongOwner.href, guest.href, owner.href],
    "EMAIL_ADMIN_KEY:": ["re_other", operator["EMAIL_API_KEY"] ?? "", operator["EMAIL_ADMIN_KEY"] ?? ""],
    "EMAIL_API_KEY:": ["re_other", operator["EMAIL_ADMIN_KEY"] ?? "", operator["EMAIL_API_KEY"] ?? ""],
    [`The domain of mails: ${done}`]: [
      "",
      () => control("/mail/domain", { status: "pending", name: "cgx.test" }),
      () => control("/mail/domain", { status: "verified" }),
    ],
    "CAPTCHA_SITE_KEY:": ["a key", operator["CAPTCHA_SITE_KEY"] ?? ""],
    "CAPTCHA_SECRET:": ["another", operator["CAPTCHA_SECRET"] ?? ""],
    "STRIPE_SECRET_KEY:": ["pk_test_1", "sk_live_1", "sk_test_other", operator["STRIPE_SECRET_KEY"] ?? ""],
    [`Stripe Tax: ${done}`]: [
      "",
      () => control("/stripe/settings", { tax: "active" }),
      () => control("/stripe/settings", { registrations: "present" }),
    ],
    [`Stripe's customer portal: ${done}`]: ["", () => control("/stripe/settings", { portal: "saved" })],
    [`Payment methods: ${done}`]: ["", () => control("/stripe/settings", { bank_accounts: "on" })],
    "CLOUDFLARE_API_TOKEN:": ["other", operator["CLOUDFLARE_API_TOKEN"] ?? ""],
    "CLOUDFLARE_ACCOUNT_ID:": ["cgx", "0".repeat(32), operator["CLOUDFLARE_ACCOUNT_ID"] ?? ""],
    [`The plan of Cloudflare: ${done}`]: ["", () => control("/cloudflare/account", { plan: "paid" })],
    [`The zone: ${done}`]: [
      "",
      () =>
        control("/cloudflare/account", {
          zone_settings: { ssl: "strict", always_use_https: "on", min_tls_version: "1.2", email_obfuscation: "off" },
        }),
      () => control("/cloudflare/account", { bots: { fight_mode: false } }),
      () =>
        control("/cloudflare/account", {
          rules: [
            {
              action: "skip",
              expression: 'starts_with(http.request.uri.path, "/v1/callbacks/")',
              enabled: true,
              action_parameters: { phases: ["http_request_firewall_managed", "http_ratelimit"], products: ["bic"] },
            },
          ],
        }),
      () =>
        control("/cloudflare/account", {
          rules: [
            {
              action: "skip",
              expression: 'starts_with(http.request.uri.path, "/v1/callbacks/")',
              enabled: true,
              action_parameters: { phases: ["http_request_firewall_managed", "http_ratelimit"] },
            },
            {
              action: "skip",
              expression: 'starts_with(http.request.uri.path, "/v1/")',
              enabled: true,
              action_parameters: { products: ["bic"] },
            },
          ],
        }),
    ],
    "Your organization:": ["", "CGX"],
    "Your email address:": ["ada", "ada@cgx.test"],
    "Your first name:": ["", "Ada"],
    "Your last name:": ["", "Nilsson"],
    "The license, a file:": [join(folder, "none.html"), license],
    [`shop: legal texts: ${done}`]: [
      "",
      async () => {
        await signInAsAdministrator();
        for (const kind of texts) {
          const body = { kind, version: "2026-01", title: kind, html: `<p>What CGX says about ${kind}.</p>` };
          (await admin.call(createLegalText, { body })).reply();
        }
      },
    ],
    [`shop: product: ${done}`]: [
      "",
      () => addProduct({ name: "Aquila 20", type: "hardware", price_levels: { "Base Price": 129_900 } }),
    ],
    [`shop: plan: ${done}`]: [
      "",
      () =>
        addProduct({
          name: "Aquila Cloud",
          type: "software",
          price_levels: { "Base Price": 4900 },
          subscription_term: "month",
          author: "CGX",
        }),
    ],
    [`shop: shipping rate: ${done}`]: [
      "",
      async () =>
        (await admin.call(createShippingRate, { body: { country: null, option: "Ground", price: 2500 } })).reply(),
    ],
    [`shop: organization: ${done}`]: [
      "",
      async () => (await admin.call(createOrganization, { body: { name: "Field Labs" } })).reply(),
    ],
  };
  const wrong = Object.values(sitting).reduce(
    (sum, deeds) => sum + deeds.slice(0, -1).filter((deed) => typeof deed === "string" && deed !== "").length,
    0,
  );

  // Ctrl-C in the middle
  const broken = await sit(sitting, { stopAt: `Stripe's customer portal: ${done}` });
  expect(broken.code).not.toBe(0);
  expect(sitting["STRIPE_SECRET_KEY:"]).toEqual([]);
  expect(secrets()["STRIPE_SECRET_KEY"]).toBe(operator["STRIPE_SECRET_KEY"]);
  expect(statSync(settingsFile()).mode & 0o777).toBe(0o600);

  const { code, output } = await sit(sitting);
  expect(code, output).toBe(0);
  expect(output).toContain("staging can sell.");
  expect(Object.entries(sitting).filter(([, deeds]) => deeds.length > 0)).toEqual([]);

  const said = broken.output + output;
  expect(said.match(/^Not saved\. |" is not that\.$/gm)?.length).toBeGreaterThanOrEqual(wrong);
  for (const sentence of [
    "must begin with https://",
    "It is an address without a path.",
    "still says example.com",
    "The database does not answer: password authentication failed",
    "may not create the worker's",
    "This key may only send",
    "This is the key with full access.",
    "Add cgx.test, the domain of EMAIL_FROM",
    "cgx.test is pending",
    "reCAPTCHA does not know CAPTCHA_SECRET",
    "STRIPE_SECRET_KEY is of live mode: staging takes one of test mode.",
    "Stripe does not know STRIPE_SECRET_KEY.",
    "Activate Stripe Tax",
    "Say where you collect tax",
    "Cloudflare does not know CLOUDFLARE_API_TOKEN",
    "may not see the account CLOUDFLARE_ACCOUNT_ID",
    "take Workers Paid",
    "SSL/TLS encryption mode to Full (strict), Always Use HTTPS to on",
    "Turn Bot Fight Mode off",
    "skips managed rules, rate limiting, Browser Integrity Check",
    'skips Browser Integrity Check for starts_with(http.request.uri.path, "/v1/")',
  ])
    expect(said).toContain(sentence);
  for (const name of [
    "CODE_PEPPER",
    "DATABASE_URL",
    "EMAIL_ADMIN_KEY",
    "STRIPE_WEBHOOK_SECRET",
    "EMAIL_WEBHOOK_SECRET",
  ])
    expect(said, name).not.toContain(secrets()[name] || name);

  // what setup itself made
  const toml = readFileSync(edge.config, "utf8");
  expect(toml).toContain(`[env.staging.vars]\nSTAGE = "staging"\nPUBLIC_URL = "${url}"\n`);
  expect(toml).toContain('routes = [{ pattern = "localhost", custom_domain = true }]');
  expect(toml).toContain('PUBLIC_URL = "https://crunchbox.example.com"');
  const account: { queues: string[]; buckets: string[]; locks: object[] } = await (
    await fakes.post("/cloudflare/account", {})
  ).json();
  expect(account).toMatchObject({
    queues: ["wake-ups-staging", "wake-ups-staging-dead"],
    buckets: ["software-staging"],
    locks: [{ prefix: "audit/anchors/", enabled: true }],
  });

  // a third run asks nothing
  expect(await sit({})).toMatchObject({ code: 0, output: expect.stringContaining("staging can sell.") });

  // the console's checklist, and the first sale
  expect((await admin.call(checkReadiness)).reply()).toMatchObject({ is_ready: true });
  const query = openDatabase(sandbox.databaseUrl);
  const shop = shopOn({ query, factories: factoriesOn(query), sandbox: fakes, url });
  const buyer = await shop.buyer();
  const { data } = (await buyer.client.call(listProducts, { query: {} })).reply();
  expect(data.length).toBeGreaterThan(0);
  await shop.fillCart(buyer, data);
  (await shop.checkout(buyer)).reply();
  expect((await shop.books(buyer.org_id)).orders).toEqual([expect.objectContaining({ payment_status: "paid" })]);
}, 300_000);
