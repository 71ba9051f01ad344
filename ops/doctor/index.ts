import type { Target } from "../target.ts";
import { buildsChecks } from "./builds.ts";
import { captchaChecks } from "./captcha.ts";
import { type Check, runChecks, type Finding } from "./check.ts";
import { cloudflareChecks } from "./cloudflare.ts";
import { databaseChecks } from "./database.ts";
import { emailChecks } from "./email.ts";
import { fulexChecks } from "./fulex.ts";
import { netSuiteChecks } from "./net-suite.ts";
import { settingChecks } from "./settings.ts";
import { shopChecks } from "./shop.ts";
import { stripeChecks } from "./stripe.ts";
import { zoneChecks } from "./zone.ts";

export const checks: Check[] = [
  ...settingChecks,
  ...stripeChecks,
  ...emailChecks,
  ...captchaChecks,
  ...fulexChecks,
  ...databaseChecks,
  ...cloudflareChecks,
  ...zoneChecks,
  ...buildsChecks,
  ...netSuiteChecks,
  ...shopChecks,
];

export const diagnose = (target: Target, skippedNames: string[] = []): Promise<Finding[]> =>
  runChecks(
    target,
    checks.filter(({ name }) => !skippedNames.includes(name)),
  );

export function report(findings: Finding[]): string {
  const width = Math.max(...findings.map(({ name }) => name.length));
  return findings
    .map(({ name, ok, message }) => `${ok ? "ok  " : "TODO"}  ${name.padEnd(width)}  ${message}`.trimEnd())
    .join("\n");
}
