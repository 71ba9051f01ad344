// Follows docs/deploy.md with four new accounts: runs the guide's commands as it prints them, but for example values.
import { execFile } from "node:child_process";
import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, expect, test } from "vitest";
import { environments } from "../../ops/target.ts";
import { root } from "../../sandbox/process/settings.ts";
import type { Client } from "../support/client.ts";
import { entries, expectFirstSale, signInFirst } from "./first-sale.ts";
import { NewShop } from "./new-shop.ts";

let shop: NewShop;
afterEach(() => shop?.close());

const readText = (path: string) => readFileSync(join(root, path), "utf8");

const readSection = (path: string, heading: string): string => {
  const [, rest = ""] = readText(path).split(new RegExp(`^#+ ${heading}$`, "m"));
  return rest.split(/^#+ /m)[0] ?? "";
};

type Step = { title: string; text: string; commands: string[] };
const findCommands = (text: string): string[] =>
  [...text.matchAll(/`((?:[A-Z_]+=\S+ )?(?:npm run|openssl) [^`]+)`/g)].map(([, command = ""]) => command);
const readSteps = (): Step[] =>
  [...readSection("docs/deploy.md", "The first deployment").matchAll(/^\d+\. \*\*(.+?)\.?\*\*(.*)$/gm)].map(
    ([, title = "", text = ""]) => ({ title: title.replaceAll("`", ""), text, commands: findCommands(text) }),
  );

/** Whether a command comes after the first sale; setup.test.ts and rehearse.test.ts test such commands. */
const isForLater = (command: string) => / --add | rehearse$/.test(command);

/** Options that point a script to this deployment's files; the test run has already checked and built. */
const fileOptions = (command: string): string => {
  const [, script = ""] = /npm run (\S+)/.exec(command) ?? [];
  if (!/^(db:roles|stripe:endpoints|doctor|deploy)$/.test(script)) return "";
  return ` --settings ${shop.settingsFile} --config ${shop.edge.config}${script === "deploy" ? " --built" : ""}`;
};

/** Names of queues and bucket that step 7 gives for staging. */
const stagingNames = ["wake-ups-staging", "wake-ups-staging-dead", "software-staging"];
const toStagingName = (name: string) => stagingNames.find((each) => each.replace("-staging", "") === name) ?? name;

/** Replaces the guide's example values, which are production's. */
const replaceExamples = (command: string): string =>
  (shop.env === "staging" ? command.replace(/(?<= )\S+(?= |$)/g, toStagingName) : command)
    .replace("--env production", `--env ${shop.env}`)
    .replace("you@example.com", "ada@cgx.test")
    .replace("license.html", join(shop.folder, "license.html"))
    .replace("npm run wrangler --", shop.edge.env.WRANGLER)
    .replace(/^([A-Z_]+)=\.\.\. /, (_line, name: string) => `${name}='${shop.secrets()[name] ?? ""}' `);

async function runCommand(command: string): Promise<string> {
  const keys = shop.keys();
  const env = {
    ...process.env,
    ...shop.edge.env,
    NODE_EXTRA_CA_CERTS: shop.certificate,
    // The account of a signed-in wrangler.
    CLOUDFLARE_API_BASE_URL: keys["CLOUDFLARE_API_BASE_URL"],
    CLOUDFLARE_ACCOUNT_ID: keys["CLOUDFLARE_ACCOUNT_ID"],
  };
  const line = replaceExamples(command) + fileOptions(command);
  try {
    return (await promisify(execFile)("sh", ["-c", line], { cwd: root, env })).stdout;
  } catch (error) {
    const { stdout, stderr } = Object(error);
    throw new Error(`${command}\n${stdout}${stderr}`, { cause: error });
  }
}

const saveSettings = (...names: string[]) => {
  const keys = shop.keys();
  for (const name of names) appendFileSync(shop.settingsFile, `${name}=${JSON.stringify(keys[name])}\n`);
};

type ManualSteps = { before?: (text: string) => unknown; after?: (text: string) => unknown };

test.each(environments)(
  "it leads %s to its first sale",
  async (env) => {
    shop = await NewShop.open(env);
    const { edge, url } = shop;
    let admin: Client | undefined;
    const requireAdmin = () => {
      if (!admin) throw new Error("Nobody has a password yet.");
      return admin;
    };

    const byHand: Record<string, ManualSteps> = {
      "wrangler.toml": {
        before: (text) => {
          const [routes = ""] = /(?<=`)routes = \[\{[^`]*/.exec(text) ?? [];
          const ownValues: Record<string, string> = {
            PUBLIC_URL: url,
            EMAIL_FROM: "CGX <no-reply@cgx.test>",
            SUPPORT_EMAIL: "help@cgx.test",
          };
          const route = routes.replace("shop.example.com", "localhost");
          const toml = readFileSync(edge.config, "utf8");
          const isProduction = env === "production";
          // docs/deploy.md names both places: "at its top, and again under [env.staging.vars]".
          const [before = "", after = ""] = toml.split(/(?=^\[env\.staging\.vars\]$)/m);
          let vars = isProduction ? before : after;
          for (const [name, value] of Object.entries(ownValues)) {
            expect(text).toContain(`\`${name}\``);
            vars = vars.replace(new RegExp(`^${name} = .*$`, "m"), `${name} = ${JSON.stringify(value)}`);
          }
          edge.configure(
            isProduction
              ? vars.replace(/\n(?=\[)/, () => `\n${route}\n\n`) + after
              : before.replace("routes = []", () => route) + vars,
          );
        },
      },
      ".env.production": {
        after: (text) => {
          expect(text).toContain('`CODE_PEPPER="..."`');
        },
      },
      Neon: { before: () => saveSettings("MIGRATION_DATABASE_URL") },
      Resend: {
        before: async () => {
          await shop.control("/mail/domain", { status: "verified", name: "cgx.test" });
          const [row = ""] = /^.*`EMAIL_WEBHOOK_SECRET`.*$/m.exec(readText("docs/settings.md")) ?? [];
          const events = row.match(/email\.[a-z_]+/g) ?? [];
          expect(events).toHaveLength(5);
          await shop.control("/mail/webhook", { events });
          saveSettings("EMAIL_API_KEY", "EMAIL_ADMIN_KEY", "EMAIL_WEBHOOK_SECRET");
        },
      },
      reCAPTCHA: { before: () => saveSettings("CAPTCHA_SITE_KEY", "CAPTCHA_SECRET") },
      Stripe: {
        before: async () => {
          await shop.control("/stripe/settings", {
            tax: "active",
            registrations: "present",
            portal: "saved",
            bank_accounts: "on",
            default_currency: "usd",
            balance: "readable",
          });
          saveSettings("STRIPE_SECRET_KEY");
        },
      },
      Cloudflare: {
        before: () => shop.control("/cloudflare/account", { plan: "paid", zones: ["localhost"], lacks: [] }),
        after: async (text) => {
          for (const name of stagingNames) expect(text).toContain(`\`${name}\``);
          expect(text).toContain("../ops/README.md#the-audit-log");
          for (const command of findCommands(readSection("ops/README.md", "The audit log"))) await runCommand(command);
          for (const part of ["settings", "bots", "rules"] as const) await shop.setZone(part);
          saveSettings("CLOUDFLARE_API_TOKEN", "CLOUDFLARE_ACCOUNT_ID");
        },
      },
      "Optional services": {},
      Deploy: {},
      "First administrator": {
        before: () =>
          writeFileSync(join(shop.folder, "license.html"), "<h1>License</h1><p>Use the devices with care.</p>"),
        after: async (text) => {
          expect(text).toContain("`/recover-password`");
          admin = await signInFirst(shop, "ada@cgx.test", /--license-version ([\d-]+)/.exec(text)?.[1] ?? "");
        },
      },
      "What the shop sells": {
        before: async () => {
          for (const entry of Object.values(entries)) await entry(requireAdmin());
        },
      },
      "Before the first buyer": {},
    };

    const steps = readSteps();
    expect(steps.map(({ title }) => title)).toEqual(Object.keys(byHand));
    for (const { title, text, commands } of steps) {
      await byHand[title]?.before?.(text);
      for (const command of commands.filter((each) => !isForLater(each))) {
        const stdoutText = await runCommand(command);
        if (command.startsWith("openssl"))
          appendFileSync(shop.settingsFile, `CODE_PEPPER=${JSON.stringify(stdoutText.trim())}\n`);
      }
      await byHand[title]?.after?.(text);
    }

    const [, doctor = ""] = /`(npm run doctor [^`]+)`/.exec(readText("docs/deploy.md")) ?? [];
    expect(await runCommand(doctor)).toContain(`${env} is ready.`);
    await expectFirstSale(shop, requireAdmin());
  },
  400_000,
);
