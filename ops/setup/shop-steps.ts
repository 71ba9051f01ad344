import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { Client } from "pg";
import { versionHeader } from "../../worker/contract/paths.ts";
import { rolesWith } from "../../worker/contract/people/permissions.ts";
import { accountOf, request } from "../cloudflare.ts";
import { anchorLock } from "../doctor/cloudflare.ts";
import { regionOf } from "../doctor/settings.ts";
import { shopChecks } from "../doctor/shop.ts";
import { run as runProgram } from "../deploy/wrangler-command.ts";
import { askResend, emailEvents, emailWebhookUrl, listWebhooks, readSigningSecret } from "../resend.ts";
import { saveSecret } from "../save-secret.ts";
import { Refusal, type Target } from "../target.ts";
import { command, firstProblem, question, saveInToml, type Step, task } from "./steps.ts";
import type { Terminal } from "./terminal.ts";

/** In the order of docs/deploy.md. */
export function stepsOf({ args, builds }: { args: string[]; builds: boolean }): Step[] {
  const operate = (script: string, more: string[] = []) => runScript(script, [...args, ...more]);
  return [
    ...addresses,
    command(
      "Generate CODE_PEPPER",
      async ({ settings }) => (settings["CODE_PEPPER"] ? undefined : "missing"),
      async (target) => saveSecret(target, "CODE_PEPPER", randomBytes(48).toString("base64")),
    ),
    databaseOwner,
    // Never for an existing role: a new password stops the shop until its next deployment.
    command(
      "Create the worker's role in the database",
      async ({ settings }) => (settings["DATABASE_URL"] ? undefined : "missing"),
      () => operate("ops/database/roles.ts"),
    ),
    command("Migrate the database", doctor("database: migrations"), () => operate("ops/database/migrate.ts")),
    task("The worker's database", ["database: role", "database: over HTTP"]),
    command("Place the worker beside the database", doctor("placement"), async (target) =>
      saveInToml(target, "placement", "region", regionOf(target.settings["DATABASE_URL"] ?? "")),
    ),
    ...mail,
    ...botCheck,
    stripeKey,
    task("Stripe Tax", ["Stripe: tax", "Stripe: tax registrations"]),
    task("Stripe's customer portal", ["Stripe: customer portal"]),
    task("Payment methods", ["Stripe: US bank accounts"]),
    task("Payouts in US dollars", ["Stripe: settlement currency"]),
    command("Create Stripe's webhook endpoint", doctor("Stripe: callbacks"), () => operate("ops/stripe/endpoints.ts")),
    ...cloudflare,
    task("The zone", ["zone: settings", "zone: bots", "zone: rules"]),
    command("Deploy", deployed, () => operate("ops/deploy/deploy.ts", builds ? [] : ["--built"])),
    firstAdministrator,
    ...shopChecks.map(({ name }) => task(name, [name])),
  ];
}

const doctor =
  (...names: string[]): Step["problem"] =>
  (target) =>
    firstProblem(target, names);

const isAddress = (text: string) => /^[^@\s<>]+@[^@\s<>]+\.[^@\s<>]+$/.test(text);
const isExample = (text: string) => /\bexample\.com>?$/.test(text);

const addresses: Step[] = [
  question({
    name: "PUBLIC_URL",
    label: "The address of the shop, such as https://shop.your-domain.com. Its domain has its DNS at Cloudflare.",
    goes: "vars",
    check: async (target, value) => {
      const url = URL.parse(value);
      if (!url || url.pathname !== "/" || value.endsWith("/")) return "It is an address without a path.";
      return firstProblem(target, ["address"]);
    },
  }),
  command("Route the host to the worker", doctor("route"), async (target) => {
    const { hostname } = new URL(target.settings["PUBLIC_URL"] ?? "");
    saveInToml(target, "", "routes", [{ pattern: hostname, custom_domain: true }]);
  }),
  question({
    name: "EMAIL_FROM",
    label: "The sender of mails, such as Your shop <no-reply@your-domain.com>.",
    goes: "vars",
    check: async (_target, value) => {
      const [, address = value] = /<([^<>]+)>$/.exec(value) ?? [];
      if (!isAddress(address)) return "It is no address, and no name with an address in <>.";
      return isExample(value) ? "example.com is not yours." : undefined;
    },
  }),
  question({
    name: "SUPPORT_EMAIL",
    label: "The address that pages and mails name for help.",
    goes: "vars",
    check: async (_target, value) => {
      if (!isAddress(value)) return "It is no address.";
      return isExample(value) ? "example.com is not yours." : undefined;
    },
  }),
];

const oldest = 18;

const databaseOwner = question({
  name: "MIGRATION_DATABASE_URL",
  label:
    "Make a Neon project with PostgreSQL 18 at https://console.neon.tech, in the region nearest to your buyers. Under Connect, turn off connection pooling and copy the connection string.",
  is_secret: true,
  goes: "file",
  check: async (_target, value) => {
    if (!/^postgres(ql)?:\/\//.test(value) || !URL.canParse(value)) return "It begins with postgresql://.";
    if (new URL(value).hostname.includes("-pooler.")) return "It goes through the pooler: turn off connection pooling.";
    const client = new Client({ connectionString: value, connectionTimeoutMillis: 10_000 });
    try {
      await client.connect();
      const { rows } = await client.query<{ major: number; may: boolean }>(
        "select current_setting('server_version_num')::int / 10000 as major, rolcreaterole or rolsuper as may from pg_roles where rolname = current_user",
      );
      const [{ major, may } = { major: 0, may: false }] = rows;
      if (major < oldest) return `This is PostgreSQL ${major}: make a project with ${oldest}.`;
      return may ? undefined : "This role may not create the worker's: copy the string of the owner.";
    } catch (error) {
      return `The database does not answer: ${error instanceof Error ? error.message : String(error)}.`;
    } finally {
      await client.end();
    }
  },
});

const mail: Step[] = [
  question({
    name: "EMAIL_ADMIN_KEY",
    label:
      "An API key of Resend with full access, from https://resend.com/api-keys. It stays on this machine: the doctor asks with it.",
    is_secret: true,
    goes: "file",
    check: async ({ settings }, key) => {
      const response = await askResend(settings, { path: "/domains?limit=1", key });
      const text = await response.text();
      if (response.ok) return undefined;
      if (text.includes("restricted_api_key")) return "This key may only send: make one with full access.";
      return `Resend refuses it (${response.status}).`;
    },
  }),
  question({
    name: "EMAIL_API_KEY",
    label: "A second API key of Resend, with the permission Sending access, from https://resend.com/api-keys.",
    is_secret: true,
    goes: "file",
    check: async (target, key) => {
      if (key === target.settings["EMAIL_ADMIN_KEY"]) return "This is the key with full access.";
      return firstProblem(target, ["mail: key"]);
    },
  }),
  task("The domain of mails", ["mail: domain"]),
  command("Create Resend's webhook", doctor("mail: bounces"), async (target) => {
    const [webhook] = await listWebhooks(target.settings);
    const body = { endpoint: emailWebhookUrl(target.settings), events: emailEvents };
    const response = webhook
      ? await askResend(target.settings, {
          method: "PATCH",
          path: `/webhooks/${webhook.id}`,
          body: { ...body, status: "enabled" },
        })
      : await askResend(target.settings, { method: "POST", path: "/webhooks", body });
    if (!response.ok) throw new Refusal(`Resend answered ${response.status}: ${await response.text()}`);
    const { id }: { id: string } = Object(await response.json());
    saveSecret(target, "EMAIL_WEBHOOK_SECRET", await readSigningSecret(target.settings, id));
  }),
];

const botCheck: Step[] = [
  question({
    name: "CAPTCHA_SITE_KEY",
    label:
      "Make a reCAPTCHA v3 site for the shop's host at https://www.google.com/recaptcha/admin: this is its site key.",
    goes: "file",
    check: async (_target, key) => (/^[\w-]{10,}$/.test(key) ? undefined : "This is no site key."),
  }),
  question({
    name: "CAPTCHA_SECRET",
    label: "The secret key of the same site.",
    is_secret: true,
    goes: "file",
    check: doctor("bot check: keys"),
  }),
];

const stripeKey = question({
  name: "STRIPE_SECRET_KEY",
  label:
    "A restricted key of Stripe with the permissions of ops/README.md, or the secret key, from https://dashboard.stripe.com/apikeys. Staging takes one of test mode.",
  is_secret: true,
  goes: "file",
  check: doctor("Stripe: key"),
});

const cloudflare: Step[] = [
  question({
    name: "CLOUDFLARE_API_TOKEN",
    label:
      "A custom token of Cloudflare with the permissions that docs/deploy.md lists, from https://dash.cloudflare.com/profile/api-tokens.",
    is_secret: true,
    goes: "file",
    check: doctor("Cloudflare: token"),
  }),
  question({
    name: "CLOUDFLARE_ACCOUNT_ID",
    label: "The id of the account: the 32 characters after https://dash.cloudflare.com/ in the address of its pages.",
    goes: "file",
    check: async (target, id) =>
      /^[0-9a-f]{32}$/.test(id) ? firstProblem(target, ["Cloudflare: token"]) : "It has 32 characters of 0-9 and a-f.",
  }),
  task("The plan of Cloudflare", ["Cloudflare: plan"]),
  command("Create the queues", doctor("Cloudflare: queue"), async ({ settings, deployment: { queues } }) => {
    const path = `${accountOf(settings)}/queues`;
    const permission = "Queues: Edit";
    const there = JSON.stringify(await request(settings, { path, permission }));
    for (const queue_name of queues.filter((queue) => !there.includes(`"queue_name":"${queue}"`)))
      await request(settings, { method: "POST", path, body: { queue_name }, permission });
  }),
  command("Create the bucket", doctor("Cloudflare: bucket"), async ({ settings, deployment: { buckets } }) => {
    const path = `${accountOf(settings)}/r2/buckets`;
    const permission = "Workers R2 Storage: Edit";
    const there = JSON.stringify(await request(settings, { path, permission }));
    for (const name of buckets.filter((bucket) => !there.includes(`"name":"${bucket}"`)))
      await request(settings, { method: "POST", path, body: { name }, permission });
  }),
  command(
    "Lock the anchors of the audit log",
    doctor("Cloudflare: audit anchors"),
    async ({ settings, deployment }) => {
      const [bucket = ""] = deployment.buckets;
      const path = `${accountOf(settings)}/r2/buckets/${bucket}/lock`;
      const permission = "Workers R2 Storage: Edit";
      const { rules = [] }: { rules?: { id: string }[] } = Object(await request(settings, { path, permission }));
      const { id, prefix, days } = anchorLock;
      const rule = { id, prefix, enabled: true, condition: { type: "Age", maxAgeSeconds: days * 86_400 } };
      const body = { rules: [...rules.filter((each) => each.id !== id), rule] };
      await request(settings, { method: "PUT", path, body, permission });
    },
  ),
];

/** `npm run deploy` updates a running shop. */
async function deployed({ settings: { PUBLIC_URL = "" } }: Target): Promise<string | undefined> {
  try {
    const answer = await fetch(`${PUBLIC_URL}/health`, { signal: AbortSignal.timeout(10_000) });
    return answer.ok && answer.headers.has(versionHeader) ? undefined : "missing";
  } catch {
    return "missing";
  }
}

const firstAdministrator: Step = {
  title: "First administrator",
  problem: ({ settings }) =>
    withOwner(settings, async (client) => {
      const { rowCount } = await client.query("select 1 from users where roles::text[] && $1 limit 1", [
        rolesWith("manage_shop"),
      ]);
      return rowCount ? undefined : "There is no administrator yet.";
    }),
  mend: async ({ settings }, terminal, problem) => {
    terminal.say(problem);
    const organization = await askFor(terminal, "Your organization:", (text) => text.length > 1);
    const email = await askFor(terminal, "Your email address:", isAddress);
    const first = await askFor(terminal, "Your first name:", (text) => text.length > 0);
    const last = await askFor(terminal, "Your last name:", (text) => text.length > 0);
    terminal.say("Everybody agrees to the license before the first sign-in, you too. Its text is a file of HTML.");
    const license = await askFor(
      terminal,
      "The license, a file:",
      (text) => text.endsWith(".html") && existsSync(text),
    );
    const person = ["--organization", organization, "--email", email, "--first-name", first, "--last-name", last];
    const text = ["--license", license, "--license-version", new Date().toISOString().slice(0, 7)];
    const env = { DATABASE_URL: settings["MIGRATION_DATABASE_URL"] ?? "" };
    await runScript("db/first-admin.ts", [...person, ...text], env);
    terminal.say(`Open ${settings["PUBLIC_URL"]}/recover-password and follow the mail: it sets your password.`);
  },
};

async function askFor(terminal: Terminal, label: string, isRight: (text: string) => boolean): Promise<string> {
  for (;;) {
    const text = await terminal.ask(label);
    if (isRight(text)) return text;
    terminal.say(`"${text}" is not that.`);
  }
}

async function withOwner<T>(settings: Target["settings"], run: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: settings["MIGRATION_DATABASE_URL"] ?? "" });
  await client.connect();
  try {
    return await run(client);
  } finally {
    await client.end();
  }
}

/** Prints to the terminal. @throws Refusal if the script fails */
async function runScript(script: string, args: string[], env: Record<string, string> = {}): Promise<void> {
  const { code } = await runProgram(process.execPath, [script, ...args], { env });
  if (code !== 0) throw new Refusal(`${script} did not succeed: see its lines above.`);
}
