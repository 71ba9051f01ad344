import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { readTarget } from "../../ops/target.ts";
import { readDeployment } from "../../ops/wrangler.ts";

/** A file that does not exist, so that no local `.env.staging` is read. */
const targetArgs = ["--env", "staging", "--settings", "tests/ops/none.env"];

test("a build server's environment has settings of every service, and no other variable becomes one", async () => {
  const settings = {
    DATABASE_URL: "postgres://db.test/shop",
    MIGRATION_DATABASE_URL: "postgres://owner@db.test/shop",
    CODE_PEPPER: "p".repeat(32),
    STRIPE_SECRET_KEY: "sk_test_1",
    EMAIL_API_KEY: "re_1",
    SMS_AUTH_TOKEN: "twilio_1",
    CAPTCHA_SECRET: "captcha_1",
    NETSUITE_CLIENT_ID: "netsuite_1",
    BUILDS_TOKEN: "github_pat_1",
    BUILDS_OWNER: "cgx",
    FULEX_API_URL: "https://apis.fulex.test",
    FULEX_CLIENT_SECRET: "fulex_1",
    METRICS_TOKEN: "metrics_1",
    EMAIL_ADMIN_KEY: "re_admin",
    CLOUDFLARE_API_TOKEN: "cloudflare_1",
    CLOUDFLARE_ACCOUNT_ID: "account_1",
  };
  const env = { ...settings, HOME: "/root", PATH: "/usr/bin", NETSUITE_UNKNOWN: "x", ALARM_URL: "" };
  const target = await readTarget(targetArgs, env);
  const { vars } = await readDeployment("staging");
  expect(target.settings).toEqual({ ...settings, ...vars });
});

test("wrangler.toml overrides the environment of a build server", async () => {
  const { vars } = await readDeployment("staging");
  const target = await readTarget(targetArgs, { PUBLIC_URL: "https://elsewhere.test" });
  expect(target.settings).toEqual(vars);
  expect(vars["PUBLIC_URL"]).toMatch(/^https:/);
});

test("wrangler.toml overrides the file of secrets: the worker gets its variables, whatever the file says", async () => {
  const file = join(mkdtempSync(join(tmpdir(), "crunchbox-target-")), ".env");
  writeFileSync(file, 'PUBLIC_URL="https://elsewhere.test"\nCODE_PEPPER="of the file"\n');
  try {
    const { vars } = await readDeployment("staging");
    const { settings } = await readTarget(["--env", "staging", "--settings", file], {});
    expect(settings).toEqual({ ...vars, CODE_PEPPER: "of the file" });
  } finally {
    rmSync(dirname(file), { recursive: true });
  }
});
