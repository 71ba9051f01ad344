// Nearly all checks of the doctor are in one file, because each test breaks the same deployment in one way.
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type Deployment, readDeployment } from "../../ops/wrangler.ts";
import { checks, diagnose } from "../../ops/doctor/index.ts";
import type { Finding } from "../../ops/doctor/check.ts";
import { emailEvents } from "../../ops/resend.ts";
import { shopChecks } from "../../ops/doctor/shop.ts";
import type { Target } from "../../ops/target.ts";
import { requiredZoneSettings } from "../../sandbox/fakes/cloudflare/state.ts";
import { root } from "../../sandbox/process/settings.ts";
import { accountingOn } from "../support/accounting/records.ts";
import { startOwnApp } from "../support/app.ts";
import { everyNth, isWhole } from "../support/by-night.ts";
import { openDatabase } from "../support/database.ts";
import { sandboxAt } from "../support/sandbox.ts";

let app: Awaited<ReturnType<typeof startOwnApp>>;
let sandbox: ReturnType<typeof sandboxAt>;
let dataDir: string;
let deployment: Deployment;

beforeAll(async () => {
  [app, deployment] = await Promise.all([startOwnApp(), readDeployment("sandbox")]);
  sandbox = sandboxAt(app.sandbox.url);
  dataDir = mkdtempSync(join(tmpdir(), "crunchbox-doctor-"));
});
afterEach(() => sandbox.clearFaults());
afterAll(async () => {
  await app?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const target = (changes: Record<string, string> = {}): Target => ({
  name: "sandbox",
  deployment,
  file: join(dataDir, "settings.json"),
  settings: { ...app.sandbox.operatorVars(), ...changes },
});
const toLines = (findings: Finding[]) => findings.flatMap(({ ok, name, message }) => (ok ? [] : [[name, message]]));
const diagnoseAll = async (changes?: Record<string, string>, name?: Target["name"]) =>
  toLines(await diagnose({ ...target(changes), ...(name && { name }) }));
const diagnoseOnly = async (only: string, changes: Record<string, string>) => {
  const others = checks.flatMap(({ name }) => (name === only ? [] : [name]));
  return toLines(await diagnose(target(changes), others));
};

async function runDoctor(changes?: Record<string, string>) {
  writeFileSync(join(dataDir, "settings.json"), JSON.stringify(target(changes).settings));
  const env = { ...process.env, DATA_DIR: dataDir };
  const doctorRun = promisify(execFile)(process.execPath, ["ops/doctor/doctor.ts"], { cwd: root, env });
  return doctorRun.then(
    ({ stdout }) => ({ code: 0, stdout }),
    (error: { code: number; stdout: string }) => ({ code: error.code, stdout: error.stdout }),
  );
}

test("in the sandbox everything is ready: each check says ok, and the command ends with 0", async () => {
  expect(await diagnoseAll()).toEqual([]);
  const { code, stdout } = await runDoctor();
  expect(stdout).toContain("sandbox is ready.");
  expect(stdout.match(/^ok {4}/gm)).toHaveLength(checks.length);
  expect(code).toBe(0);
});

test("what is missing is said as the one thing to do, no secret is printed, and the command ends with 1", async () => {
  const { code, stdout } = await runDoctor({ STRIPE_SECRET_KEY: "sk_live_not_for_here" });
  expect(stdout).toMatch(/^TODO {2}Stripe: key +STRIPE_SECRET_KEY is of live mode: sandbox takes one of test mode\.$/m);
  expect(stdout).not.toContain("not_for_here");
  expect(code).toBe(1);
});

const setStripe = (settings: Record<string, string>) => () => sandbox.post("/stripe/settings", settings);
const setValidated = (is_validated: boolean) => () => sandbox.post("/fulex/account", { is_validated });
const setCloudflare = (settings: Record<string, unknown>) => () => sandbox.post("/cloudflare/account", settings);
const setLock = (days: number) =>
  setCloudflare({
    locks: [
      { id: "anchors", enabled: true, prefix: "audit/", condition: { type: "Age", maxAgeSeconds: days * 86_400 } },
    ],
  });
const setZone = (changes: Record<string, string> = {}) =>
  setCloudflare({
    zone_settings: { ...requiredZoneSettings, ...changes },
  });
const setRules = (phases = ["http_request_firewall_managed", "http_ratelimit"]) =>
  setCloudflare({
    rules: ["/v1/callbacks/", "/v1/"].map((path) => ({
      action: "skip",
      expression: `starts_with(http.request.uri.path, "${path}")`,
      enabled: true,
      action_parameters: { products: ["bic"], ...(path === "/v1/callbacks/" && { phases }) },
    })),
  });
/** Sets the shop's webhook at Resend; without events removes it. */
const setWebhook =
  (events: string[], status = "enabled") =>
  () =>
    sandbox.post("/mail/webhook", { events, status });
const setTwilio = (change: object) => () => sandbox.post("/sms/account", change);
const setChecksLeft = (left: number) => () => sandbox.post("/captcha/quota", { left });
const setDomain = (status: string) => () => sandbox.post("/mail/domain", { status });

type Row = readonly [name: string, says: RegExp, breakIt: () => Promise<Response>, mend: () => Promise<Response>];

const brokenCases: readonly Row[] = [
  ["Stripe: tax", /Activate Stripe Tax/, setStripe({ tax: "inactive" }), setStripe({ tax: "active" })],
  [
    "Stripe: tax registrations",
    /where you collect tax/,
    setStripe({ registrations: "none" }),
    setStripe({ registrations: "present" }),
  ],
  ["Stripe: customer portal", /Press Save/, setStripe({ portal: "unsaved" }), setStripe({ portal: "saved" })],
  [
    "Stripe: US bank accounts",
    /ACH Direct Debit/,
    setStripe({ bank_accounts: "off" }),
    setStripe({ bank_accounts: "on" }),
  ],
  [
    "Stripe: settlement currency",
    /pays out in eur/,
    setStripe({ default_currency: "eur" }),
    setStripe({ default_currency: "usd" }),
  ],
  [
    "Stripe: balance",
    /may not read balance transactions: give the restricted key "Balance: Read"/,
    setStripe({ balance: "refused" }),
    setStripe({ balance: "readable" }),
  ],
  ["carrier: labels", /validated its labels/, setValidated(false), setValidated(true)],
  ["text messages", /is suspended/, setTwilio({ status: "suspended" }), setTwilio({ status: "active" })],
  ["text messages", /is a trial/, setTwilio({ type: "Trial" }), setTwilio({ type: "Full" })],
  ["bot check: keys", /used up/, setChecksLeft(0), setChecksLeft(10_000)],
  ["mail: domain", /crunchbox\.test is pending/, setDomain("pending"), setDomain("verified")],
  [
    "mail: bounces",
    /Add email\.failed to the webhook/,
    setWebhook(emailEvents.filter((type) => type !== "email.failed")),
    setWebhook(emailEvents),
  ],
  [
    "Cloudflare: token",
    /lacks Workers Scripts: Edit, Queues: Edit and Workers Routes: Edit/,
    setCloudflare({ token: "read" }),
    setCloudflare({ token: "edit" }),
  ],
  [
    "Cloudflare: token",
    /is expired: make a new one/,
    setCloudflare({ token: "expired" }),
    setCloudflare({ token: "edit" }),
  ],
  [
    "Cloudflare: queue",
    /queues create wake-ups-dead/,
    setCloudflare({ queues: ["wake-ups"] }),
    setCloudflare({ queues: ["wake-ups", "wake-ups-dead"] }),
  ],
  [
    "Cloudflare: bucket",
    /r2 bucket create software/,
    setCloudflare({ buckets: [] }),
    setCloudflare({ buckets: ["software"] }),
  ],
  [
    "Cloudflare: cron",
    /triggers deploy/,
    setCloudflare({ crons: ["17 * * * *"] }),
    setCloudflare({ crons: ["* * * * *"] }),
  ],
  [
    "Cloudflare: plan",
    /has the free plan, on which nobody can sign in/,
    setCloudflare({ plan: "free" }),
    setCloudflare({ plan: "paid" }),
  ],
  [
    "Cloudflare: plan",
    /lacks Billing: Read/,
    setCloudflare({ lacks: ["Billing: Read"] }),
    setCloudflare({ lacks: [] }),
  ],
  [
    "Cloudflare: audit anchors",
    /r2 bucket lock add software audit-anchors/,
    setCloudflare({ locks: [] }),
    setLock(3650),
  ],
  ["Cloudflare: audit anchors", /--retention-days 3650/, setLock(30), setLock(3650)],
  [
    "Cloudflare: secrets",
    /still has CODE_PEPPER_PREVIOUS, which the settings no longer have/,
    setCloudflare({ secrets: ["CODE_PEPPER", "CODE_PEPPER_PREVIOUS"] }),
    setCloudflare({ secrets: ["CODE_PEPPER"] }),
  ],
  ["zone: settings", /SSL\/TLS encryption mode to Full \(strict\)\.$/, setZone({ ssl: "full" }), setZone()],
  ["zone: settings", /Always Use HTTPS to on\.$/, setZone({ always_use_https: "off" }), setZone()],
  ["zone: settings", /Minimum TLS Version to 1\.2\.$/, setZone({ min_tls_version: "1.1" }), setZone()],
  ["zone: settings", /Early Hints to on\.$/, setZone({ early_hints: "off" }), setZone()],
  ["zone: settings", /Email Address Obfuscation to off\.$/, setZone({ email_obfuscation: "on" }), setZone()],
  ["zone: settings", /Rocket Loader to off\.$/, setZone({ rocket_loader: "on" }), setZone()],
  ["zone: settings", /Mirage to off\.$/, setZone({ mirage: "on" }), setZone()],
  [
    "zone: bots",
    /Turn Bot Fight Mode off at the zone localhost/,
    setCloudflare({ bots: { fight_mode: true } }),
    setCloudflare({ bots: { fight_mode: false } }),
  ],
  [
    "zone: rules",
    /skips managed rules, rate limiting, Browser Integrity Check/,
    setCloudflare({ rules: [] }),
    setRules(),
  ],
  ["zone: rules", /skips rate limiting for/, setRules(["http_request_firewall_managed"]), setRules()],
  [
    "zone: rules",
    /skips Super Bot Fight Mode for starts_with\(http\.request\.uri\.path, "\/v1\/callbacks\/"\)/,
    setCloudflare({ bots: { fight_mode: false, sbfm_definitely_automated: "block" } }),
    setCloudflare({ bots: { fight_mode: false } }),
  ],
  ["mail: bounces", /Make a webhook to http/, setWebhook([]), setWebhook(emailEvents)],
  ["mail: bounces", /Add email\.bounced to the webhook/, setWebhook(emailEvents.slice(1)), setWebhook(emailEvents)],
  ["mail: bounces", /has switched the webhook/, setWebhook(emailEvents, "disabled"), setWebhook(emailEvents)],
];

/** Each round has at most one row of every check, so that one run of the doctor tests many rows. */
const rounds = brokenCases.reduce<Row[][]>((all, row) => {
  const freeRound = all.find((round) => round.every(([name]) => name !== row[0]));
  if (freeRound) freeRound.push(row);
  else all.push([row]);
  return all;
}, []);

/** By day only the first round, which has one row of every check in `brokenCases`. */
const testedRounds = rounds.filter((_rows, at) => isWhole || at === 0);

test.each(testedRounds.map((rows) => [rows.map(([name]) => name).join(", "), rows] as const))(
  "each is not ready until it is set: %s",
  async (_names, rows) => {
    for (const [, , breakIt] of rows) expect((await breakIt()).ok).toBe(true);
    const byName = (lines: unknown[][]) => lines.toSorted(([one], [other]) => String(one).localeCompare(String(other)));
    expect(byName(await diagnoseAll())).toEqual(
      byName(rows.map(([name, says]) => [name, expect.stringMatching(says)])),
    );
    for (const [, , , mend] of rows) expect((await mend()).ok).toBe(true);
    expect(await diagnoseAll()).toEqual([]);
  },
);

test.each([
  ["Cloudflare: bucket", /r2 bucket create elsewhere/, { buckets: ["elsewhere"] }],
  ["Cloudflare: queue", /dead_letter_queue/, { hasDeadLetters: false }],
  ["Cloudflare: cron", /must name one cron/, { crons: ["17 * * * *"] }],
] satisfies [string, RegExp, Partial<Deployment>][])(
  "%s is asked for as wrangler.toml says: %s",
  async (name, says, changes) => {
    const changedTarget = { ...target(), deployment: { ...deployment, ...changes } };
    const problems = (await diagnose(changedTarget)).filter(({ ok }) => !ok);
    expect(problems).toEqual([{ name, ok: false, message: expect.stringMatching(says) }]);
  },
);

// https://developers.cloudflare.com/workers/wrangler/environments/: without --env wrangler takes the top level.
test("the command that repairs staging's schedule is not one for production", async () => {
  await setCloudflare({ crons: ["17 * * * *"] })();
  const findMessage = async (name: Target["name"]) =>
    (await diagnoseAll(undefined, name)).find(([check]) => check === "Cloudflare: cron")?.[1];
  expect(await findMessage("staging")).toContain("`npm run wrangler -- triggers deploy --env staging`");
  expect(await findMessage("production")).toContain("`npm run wrangler -- triggers deploy`");
  await setCloudflare({ crons: ["* * * * *"] })();
});

test("the doctor of accounting asks for each right and for NetSuite's tax, and leaves nothing behind", async () => {
  const accounting = accountingOn({ query: openDatabase(app.sandbox.databaseUrl), sandbox });
  const setPreferences = (change: object) => accounting.setPreferences(change);
  const diagnoseAccounting = async (changes?: Record<string, string>) =>
    (await diagnoseAll(changes)).filter(([name]) => name?.startsWith("accounting"));
  expect(await diagnoseAccounting()).toEqual([]);
  await accounting.plant("customer", { companyName: "Initech" });
  await accounting.plant("item", { itemId: "P-1" });
  expect(await diagnoseAccounting()).toEqual([]);

  await setPreferences({ hidden: ["pricing", "previoustransactionlink"], denied: ["fulfillment", "customer_refund"] });
  expect(await diagnoseAccounting()).toEqual([
    [
      "accounting: role",
      "Let the role view Price levels, the links of sales orders and edit Customer Refund, Item Fulfillment. See docs/netsuite.md.",
    ],
  ]);
  expect((await diagnoseAccounting({ NETSUITE_PAYMENT_ACCOUNT: "none" }))[0]?.[1]).toContain("edit Item Fulfillment.");
  await setPreferences({ hidden: [], denied: [], tax: "suite_tax" });
  expect(await diagnoseAccounting()).toEqual([["accounting: tax", expect.stringMatching(/^NetSuite adds \$8\.25 /)]]);
  expect(await diagnoseAccounting({ NETSUITE_TAX_DETAILS_OVERRIDE: "true" })).toEqual([]);
  await setPreferences({ tax: "legacy" });
  expect(await diagnoseAccounting({ NETSUITE_TAX_DETAILS_OVERRIDE: "true" })).toEqual([
    ["accounting: tax", expect.stringContaining("taxDetailsOverride")],
  ]);
  expect(await accounting.records("sales_order")).toEqual([]);
  await setPreferences({ tax: "none", can_delete: false });
  const [draft, ...more] = [await diagnoseAccounting(), await diagnoseAccounting()].map((found) => found[0]?.[1]);
  const [order, ...others] = await accounting.records("sales_order");
  expect(draft).toContain(`delete sales order ${order?.id}`);
  expect([more, others]).toEqual([[draft], []]);
  await setPreferences({ can_delete: true });
  expect(await diagnoseAccounting()).toEqual([]);
  expect(await accounting.records("sales_order")).toEqual([]);
});

const readSections = (guide: string) => {
  const text = readFileSync(join(root, guide), "utf8");
  return (heading: string) => text.split(`\n## ${heading}\n`)[1]?.split("\n## ")[0] ?? "";
};

/** The least permissions that docs/deploy.md asks for, such as "Queues: Edit". */
const listGuidePermissions = () =>
  [
    ...readSections("docs/deploy.md")("The token of Cloudflare").matchAll(
      /^\| (?:Account|Zone): (.+?) \| (\w+) \| (.*) \|$/gm,
    ),
  ].flatMap(([, names = "", level = "", use = ""]) => {
    const leastLevel = /; else \*(\w+)\*/.exec(use)?.[1] ?? level;
    return names.split(", ").map((name) => `${name}: ${leastLevel}`);
  });

test("the guide's permissions of the token are those that the next test takes away", () => {
  expect(listGuidePermissions()).toEqual(
    expect.arrayContaining(["Workers Routes: Edit", "Workers R2 Storage: Read", "Zone WAF: Read"]),
  );
});

test.each(listGuidePermissions())("a token without %s is told so", async (permission) => {
  const others = checks.flatMap(({ name }) => (/^(Cloudflare|zone):/.test(name) ? [] : [name]));
  const says = `CLOUDFLARE_API_TOKEN lacks ${permission}: add it at https://dash.cloudflare.com/profile/api-tokens.`;
  await setCloudflare({ lacks: [permission] })();
  const findings = toLines(await diagnose(target(), others));
  await setCloudflare({ lacks: [] })();
  expect([...new Set(findings.map(([, message]) => message))]).toEqual([says]);
});

test("a token without any right to queues is not taken for one of another account", async () => {
  await setCloudflare({ lacks: ["Queues: Read"] })();
  const findings = await diagnoseOnly("Cloudflare: token", {});
  await setCloudflare({ lacks: [] })();
  expect(findings).toEqual([["Cloudflare: token", expect.stringContaining("lacks Queues: Edit")]]);
});

/** The UTC day in this many days, such as "2028-11-30". */
const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

test.each([
  [-1, (day: string) => `The certificate of NetSuite ended on ${day}`],
  [0, (day: string) => `The certificate of NetSuite ends on ${day}, in 0 days`],
  [30, (day: string) => `The certificate of NetSuite ends on ${day}, in 30 days`],
] as const)("a certificate that ends in %i days is told", async (days, says) => {
  const day = dayIn(days);
  expect(await diagnoseOnly("accounting: certificate", { NETSUITE_CERTIFICATE_ENDS: day })).toEqual([
    ["accounting: certificate", `${says(day)}: make the next one, see docs/netsuite.md.`],
  ]);
});

test("a certificate that ends in 31 days is ready", async () => {
  expect(await diagnoseOnly("accounting: certificate", { NETSUITE_CERTIFICATE_ENDS: dayIn(31) })).toEqual([]);
});

test.each(["NETSUITE_TAX_ITEM", "NETSUITE_SHIPPING_ITEM"])("%s must be an Other Charge", async (name) => {
  const accounting = accountingOn({ query: openDatabase(app.sandbox.databaseUrl), sandbox });
  const { id } = await accounting.plant("item", { itemId: "Support", itemType: "Service" });
  expect(await diagnoseOnly("accounting: items", { [name]: id })).toEqual([
    ["accounting: items", `Item ${id} is Service, not an Other Charge: change ${name}.`],
  ]);
});

test("a bucket that is there is ready", async () => {
  await sandbox.post("/cloudflare/account", { buckets: ["software", "elsewhere"] });
  const changedTarget = { ...target(), deployment: { ...deployment, buckets: ["elsewhere"] } };
  expect((await diagnose(changedTarget)).filter(({ ok }) => !ok)).toEqual([]);
});

const buildHosts = (changes: Record<string, string> = {}) => ({
  PUBLIC_URL: "https://id.shop.test",
  MAIN_WEB_URL: "https://www.shop.test/store",
  ADMIN_WEB_URL: "https://admin.shop.test/admin",
  COOKIE_DOMAIN: "shop.test",
  ...changes,
});

test.each([
  ["settings", /CODE_PEPPER/, { CODE_PEPPER: "short" }],
  ["Stripe: key", /it begins with/, { STRIPE_SECRET_KEY: "pk_test_1" }],
  ["mail: key", /refuses EMAIL_API_KEY \(403 invalid_api_key\)/, { EMAIL_API_KEY: "re_other" }],
  ["mail: key", /Set EMAIL_API_KEY/, { EMAIL_API_KEY: "" }],
  ["mail: domain", /refuses EMAIL_ADMIN_KEY \(403 invalid_api_key\)/, { EMAIL_ADMIN_KEY: "re_other" }],
  ["mail: domain", /may only send, as it should/, { EMAIL_ADMIN_KEY: "" }],
  ["mail: domain", /Add elsewhere\.test/, { EMAIL_FROM: "Shop <no-reply@elsewhere.test>" }],
  ["bot check: keys", /does not know CAPTCHA_SECRET/, { CAPTCHA_SECRET: "another" }],
  ["bot check: keys", /nobody can sign in there/, { CAPTCHA_HOSTNAMES: "shop.example.com" }],
  ["mail: bounces", /callbacks\/email/, { EMAIL_WEBHOOK_SECRET: "" }],
  ["mail: bounces", /Make a webhook to/, { PUBLIC_URL: "https://elsewhere.example.com" }],
  ["mail: bounces", /is not the signing secret/, { EMAIL_WEBHOOK_SECRET: "whsec_another" }],
  ["mail: bounces", /EMAIL_ADMIN_KEY/, { EMAIL_ADMIN_KEY: "" }],
  ["Stripe: callbacks", /Stripe calls nobody/, { PUBLIC_URL: "https://elsewhere.example.com" }],
  ["Stripe: callbacks", /names no secret/, { STRIPE_WEBHOOK_SECRET: "none" }],
  ["Cloudflare: token", /does not know CLOUDFLARE_API_TOKEN/, { CLOUDFLARE_API_TOKEN: "another" }],
  ["Cloudflare: token", /may not see the account/, { CLOUDFLARE_ACCOUNT_ID: "0".repeat(32) }],
  ["zone: settings", /Add the domain of shop\.elsewhere\.test/, { PUBLIC_URL: "https://shop.elsewhere.test" }],
  ["database: over HTTP", /does not answer over HTTP/, { NEON_FETCH_ENDPOINT: "http://localhost:1/sql" }],
  ["placement", /region = "aws:eu-central-1"/, { DATABASE_URL: "postgres://a:b@ep-x.eu-central-1.aws.neon.tech/shop" }],
  ["text messages", /Set SMS_AUTH_TOKEN/, { SMS_AUTH_TOKEN: "" }],
  ["text messages", /Twilio refuses/, { SMS_AUTH_TOKEN: "another" }],
  ["text messages", /no number of this account/, { SMS_FROM: "+15125550199" }],
  ["text messages", /\/v1\/callbacks\/sms/, { PUBLIC_URL: "https://elsewhere.example.com" }],
  ["carrier: keys", /Set FULEX_SHIPPER/, { FULEX_SHIPPER: "" }],
  ["carrier: keys", /refuses FULEX_CLIENT_ID/, { FULEX_CLIENT_SECRET: "another" }],
  ["builds: registry", /refuses BUILDS_TOKEN/, { BUILDS_TOKEN: "github_pat_other" }],
  ["builds: registry", /no organization elsewhere/, { BUILDS_OWNER: "elsewhere" }],
  ["builds: registry", /may not read cgx\/other/, { BUILDS_FLOWPOINT_REPOSITORY: "other" }],
  ["builds: registry", /both BUILDS_TOKEN and BUILDS_OWNER/, { BUILDS_TOKEN: "" }],
  ["accounting: NetSuite", /Set NETSUITE_PRIVATE_KEY/, { NETSUITE_PRIVATE_KEY: "" }],
  ["accounting: NetSuite", /no token: invalid_client/, { NETSUITE_CLIENT_ID: "another" }],
  ["accounting: NetSuite", /no private key in PEM/, { NETSUITE_PRIVATE_KEY: "secret" }],
  ["accounting: items", /Set NETSUITE_TAX_ITEM/, { NETSUITE_TAX_ITEM: "" }],
  ["accounting: items", /no active item 999: change NETSUITE_SHIPPING_ITEM/, { NETSUITE_SHIPPING_ITEM: "999" }],
  ["accounting: items", /no active bank account 12/, { NETSUITE_PAYMENT_ACCOUNT: "12" }],
  ["accounting: items", /Set NETSUITE_PAYMENT_ACCOUNT/, { NETSUITE_PAYMENT_ACCOUNT: "" }],
  ["accounting: terms", /no active terms 12 for 30 days: change NETSUITE_TERMS/, { NETSUITE_TERMS: "30:12" }],
  ["accounting: certificate", /Set NETSUITE_CERTIFICATE_ENDS/, { NETSUITE_CERTIFICATE_ENDS: "" }],
  ["accounting: callback", /callbacks\/net-suite\/customers/, { NETSUITE_CALLBACK_TOKEN: "" }],
  ["hosts", /are several hosts: set COOKIE_DOMAIN/, { ADMIN_WEB_URL: "https://admin.example.test/admin" }],
  ["hosts", /ADMIN_WEB_URL is at admin\.other\.test/, buildHosts({ ADMIN_WEB_URL: "https://admin.other.test/admin" })],
  ["hosts", /at least two labels/, buildHosts({ COOKIE_DOMAIN: "test" })],
  ["desktop app", /does not begin with flowpoint:/, { DESKTOP_REDIRECT_URIS: "https://evil.test/cb" }],
] as const)("%s is not ready with a wrong setting: %s", async (name, says, changes) => {
  expect(await diagnoseOnly(name, { ...changes })).toEqual([[name, expect.stringMatching(says)]]);
});

/** Names of docs/settings.md that a shop with every service needs, in that order. */
const listNeededSettings = (): string[] => {
  const sectionOf = readSections("docs/settings.md");
  const [groups = ""] = sectionOf("Optional services").split("\n- ");
  const texts = [sectionOf("Required"), groups, sectionOf("For commands on your machine")];
  const inFirstColumns = texts.flatMap((text) =>
    text.split("\n").map((line) => line.split(" | ").slice(0, 2).join(" ")),
  );
  return [...new Set(inFirstColumns.flatMap((text) => text.match(/(?<=`)[A-Z]+_[A-Z_]+(?=`)/g) ?? []))];
};

test("the guide of the settings names what the next test leaves out", () => {
  expect(listNeededSettings()).toEqual(
    expect.arrayContaining(["CODE_PEPPER", "FULEX_SHIPPER", "CLOUDFLARE_ACCOUNT_ID"]),
  );
});

/** The doctor does not require this setting, because another job than the deployment may migrate. */
const migrationSetting = "MIGRATION_DATABASE_URL";

test.each(everyNth(listNeededSettings(), 4).filter((name) => name !== migrationSetting))(
  "without %s the doctor names it",
  async (name) => {
    const findings = await diagnose(target({ [name]: "" }));
    expect(findings.map(({ message }) => message)).toContainEqual(expect.stringMatching(new RegExp(`\\b${name}\\b`)));
  },
);

test("several hosts are ready when they fit COOKIE_DOMAIN and each has its route", async () => {
  const hosts = ["id.shop.test", "www.shop.test", "admin.shop.test"];
  const findHosts = async (reached: string[]) => {
    const changedTarget = {
      ...target(buildHosts()),
      deployment: { ...deployment, hosts: reached },
      name: "staging" as const,
    };
    return (await diagnose(changedTarget)).find(({ name }) => name === "hosts");
  };
  expect(await findHosts(hosts)).toMatchObject({ ok: true, message: `${hosts.join(", ")} under shop.test` });
  expect(await findHosts(["id.shop.test"])).toMatchObject({
    ok: false,
    message: "Add a route of wrangler.toml for www.shop.test and admin.shop.test.",
  });
});

test.each([
  ["staging", ["shop.test"], [], /Nothing leads to id\.shop\.test: .* at \[env\.staging\]/],
  ["production", [], ["id.shop.test"], /Nothing leads to id\.shop\.test: .* at the top/],
  ["staging", ["id.shop.test"], ["id.shop.test"], /gives id\.shop\.test to staging and production/],
] as const)("%s needs a route of its own to PUBLIC_URL: %s beside %s", async (name, own, others, says) => {
  const changedTarget = {
    ...target(buildHosts()),
    deployment: { ...deployment, hosts: [...own], otherHosts: [...others] },
    name,
  };
  const routeFinding = (await diagnose(changedTarget)).find((each) => each.name === "route");
  expect(routeFinding).toMatchObject({ ok: false, message: expect.stringMatching(says) });
});

test("a route of its own is ready", async () => {
  const changedTarget = {
    ...target(buildHosts()),
    deployment: { ...deployment, hosts: ["id.shop.test"] },
    name: "staging" as const,
  };
  const routeFinding = (await diagnose(changedTarget)).find(({ name }) => name === "route");
  expect(routeFinding).toMatchObject({ ok: true, message: "id.shop.test" });
});

test("staging of this checkout inherits no route of production", async () => {
  const text = readFileSync(join(root, "wrangler.toml"), "utf8");
  expect(text).toMatch(/^\[env\.staging\]\n(#.*\n)*routes = /m);
});

test.each([
  ["text messages", { SMS_ACCOUNT_SID: "", SMS_AUTH_TOKEN: "", SMS_FROM: "" }],
  ["builds: registry", { BUILDS_TOKEN: "", BUILDS_OWNER: "" }],
] as const)("%s is optional", async (optional, without) => {
  const finding = (await diagnose(target(without))).find(({ name }) => name === optional);
  expect(finding?.ok).toBe(true);
});

test("a key that Stripe does not know is told, and so is an account that does not answer", async () => {
  expect(await diagnoseAll({ STRIPE_SECRET_KEY: "sk_test_unknown" })).toContainEqual([
    "Stripe: key",
    "Stripe does not know STRIPE_SECRET_KEY.",
  ]);
  await sandbox.addFault({ service: "stripe", kind: "cut", path: "/v1/tax/registrations", times: 5 });
  expect(await diagnoseAll()).toEqual([["Stripe: tax registrations", expect.stringContaining("Could not ask")]]);
});

test("a deployed shop needs addresses of its own, live keys and https", async () => {
  const settings = { PUBLIC_URL: "https://crunchbox.example.com" };
  const findings = await diagnoseAll(settings, "production");
  expect(findings).toContainEqual(["address", expect.stringContaining("example.com")]);
  expect(findings).toContainEqual(["Stripe: key", expect.stringContaining("takes one of live mode")]);
  expect(await diagnoseAll({ FULEX_API_URL: "https://apis-sandbox.fedex.com" }, "production")).toContainEqual([
    "carrier: keys",
    "FULEX_API_URL is the carrier's sandbox, whose labels no courier takes: set https://apis.fedex.com.",
  ]);
  expect(await diagnoseAll({ PUBLIC_URL: "http://shop.cgx.test" }, "staging")).toContainEqual([
    "address",
    expect.stringContaining("https://"),
  ]);
});

test("the database must have every migration, a role without powers, and must be there", async () => {
  const { databaseUrl } = app.sandbox;
  expect(await diagnoseAll({ DATABASE_URL: databaseUrl })).toEqual([
    ["database: role", expect.stringMatching(/signs in as crunchbox, who may too much/)],
  ]);
  const database = openDatabase(databaseUrl);
  const [last] = await database<{ id: number; hash: string; created_at: string }>(
    "delete from drizzle.__drizzle_migrations where id = (select max(id) from drizzle.__drizzle_migrations) returning *",
  );
  expect(await diagnoseAll()).toEqual([["database: migrations", expect.stringMatching(/db:migrate.*is not applied/)]]);
  await database("insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)", [
    last?.hash,
    last?.created_at,
  ]);
  await database("revoke insert on outbox from crunchbox_worker");
  expect(await diagnoseAll()).toEqual([["database: role", expect.stringContaining("may not use outbox")]]);
  await database("grant insert on outbox to crunchbox_worker");
  expect(await diagnoseAll()).toEqual([]);
  const unreachable = await diagnoseAll({ DATABASE_URL: databaseUrl.replace(/:\d+\//, ":1/") });
  expect(unreachable.map(([name]) => name)).toEqual([
    "database: version",
    "database: migrations",
    "pictures",
    "database: role",
    "accounting: terms",
    ...shopChecks.map(({ name }) => name),
  ]);
});

test("terms of organizations that accounting has no id for are named", async () => {
  const database = openDatabase(app.sandbox.databaseUrl);
  const orgsBefore = await database<{ id: string; days: number | null }>(
    "select id, payment_terms_days as days from organizations order by id limit 1",
  );
  await database("update organizations set payment_terms_days = 45 where id = $1", [orgsBefore[0]?.id]);
  expect(await diagnoseOnly("accounting: terms", {})).toEqual([]);
  expect(await diagnoseOnly("accounting: terms", { NETSUITE_TERMS: "15:31" })).toEqual([
    ["accounting: terms", expect.stringMatching(/^Add (.*,)?45:<internal id>(,.*)? to NETSUITE_TERMS/)],
  ]);
  await database("update organizations set payment_terms_days = $2 where id = $1", [
    orgsBefore[0]?.id,
    orgsBefore[0]?.days,
  ]);
});

test("a database that is too old is told, and one that is new enough named", async () => {
  const database = openDatabase(app.sandbox.databaseUrl);
  // No older PostgreSQL is available, so a function reports the version of 17.6.
  await database("create schema older");
  await database("create function older.current_setting(text) returns text language sql return '170006'");
  await database("grant usage on schema older to public");
  const url = new URL(target().settings["DATABASE_URL"] ?? "");
  url.searchParams.set("options", "-c search_path=older,pg_catalog,public");
  expect(await diagnoseAll({ DATABASE_URL: url.href })).toEqual([
    ["database: version", expect.stringMatching(/This is PostgreSQL 17: make a Neon project with 18/)],
  ]);
  const versionFinding = (await diagnose(target())).find(({ name }) => name === "database: version");
  expect(versionFinding).toMatchObject({ ok: true, message: "PostgreSQL 18" });
});

test("pictures that stand at a host that is not let in are told", async () => {
  const database = openDatabase(app.sandbox.databaseUrl);
  const [product] = await database<{ id: string }>("select id from products order by id limit 1");
  const addPicture = (address: string) =>
    database("update products set other_images = array_append(other_images, $2) where id = $1", [product?.id, address]);
  await addPicture("https://images.example/a.png");
  expect(await diagnoseAll()).toEqual([
    ["pictures", expect.stringMatching(/Add https:\/\/images\.example to IMAGE_ORIGINS/)],
  ]);
  expect(await diagnoseAll({ IMAGE_ORIGINS: "https://images.example" })).toEqual([]);
  await database("update products set other_images = array_remove(other_images, $2) where id = $1", [
    product?.id,
    "https://images.example/a.png",
  ]);
});

test("an empty shop is told each thing that an administrator must enter", async () => {
  const emptyShop = await startOwnApp({}, { is_empty: true });
  try {
    const findings = await diagnoseAll(emptyShop.sandbox.operatorVars());
    const names = findings.flatMap(([name = ""]) => (name.startsWith("shop: ") ? [name] : []));
    expect(names).toEqual([
      "shop: license",
      "shop: legal texts",
      "shop: product",
      "shop: plan",
      "shop: shipping rate",
      "shop: organization",
    ]);
  } finally {
    await emptyShop.stop();
  }
});

test("the stage of wrangler.toml must be that of the target", async () => {
  expect(await diagnoseAll({ STAGE: "production" })).toContainEqual(["stage", expect.stringContaining('"sandbox"')]);
});
