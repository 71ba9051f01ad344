import { randomBytes } from "node:crypto";
import { shopChecks } from "../doctor/shop.ts";
import { saveSecret } from "../save-secret.ts";
import { addressSteps } from "./address-steps.ts";
import { cloudflareSteps } from "./cloudflare-steps.ts";
import { databaseSteps } from "./database-steps.ts";
import { firstAdministrator } from "./first-administrator.ts";
import { mailSteps } from "./mail-steps.ts";
import { optionalSteps } from "./optional-steps.ts";
import { runScript } from "./run-script.ts";
import { commandStep, doctorCheck, questionStep, type Step, manualStep } from "./steps.ts";

/**
 * Setup steps in the order of docs/deploy.md. `args` name the target for other commands, `added` an optional service.
 */
export const buildSteps = ({
  args,
  added,
  deployment,
}: {
  args: string[];
  added?: string;
  deployment: Step;
}): Step[] => [
  ...addressSteps,
  commandStep(
    "Generate CODE_PEPPER",
    async ({ settings }) => (settings["CODE_PEPPER"] ? undefined : "missing"),
    async (target) => saveSecret(target, "CODE_PEPPER", randomBytes(48).toString("base64")),
  ),
  ...databaseSteps(args),
  ...mailSteps,
  ...botCheckSteps,
  ...paymentSteps(args),
  ...cloudflareSteps,
  ...optionalSteps(added),
  deployment,
  firstAdministrator,
  ...shopChecks.map(({ name }) => manualStep(name, [name])),
];

const botCheckSteps: Step[] = [
  questionStep({
    name: "CAPTCHA_SITE_KEY",
    label:
      "Make a reCAPTCHA v3 site for the shop's host at https://www.google.com/recaptcha/admin: this is its site key.",
    goes: "file",
    check: async (_target, key) => (/^[\w-]{10,}$/.test(key) ? undefined : "This is no site key."),
  }),
  questionStep({
    name: "CAPTCHA_SECRET",
    label: "The secret key of the same site.",
    is_secret: true,
    goes: "file",
    check: doctorCheck("bot check: keys"),
  }),
];

const stripeKey = questionStep({
  name: "STRIPE_SECRET_KEY",
  label:
    "A restricted key of Stripe with the permissions of ops/README.md, or the secret key, from https://dashboard.stripe.com/apikeys. Staging takes one of test mode.",
  is_secret: true,
  goes: "file",
  check: doctorCheck("Stripe: key", "Stripe: balance"),
});

const paymentSteps = (args: string[]): Step[] => [
  stripeKey,
  manualStep("Stripe Tax", ["Stripe: tax", "Stripe: tax registrations"]),
  manualStep("Stripe's customer portal", ["Stripe: customer portal"]),
  manualStep("Payment methods", ["Stripe: US bank accounts"]),
  manualStep("Payouts in US dollars", ["Stripe: settlement currency"]),
  commandStep("Create Stripe's webhook endpoint", doctorCheck("Stripe: callbacks"), () =>
    runScript("ops/stripe/endpoints.ts", args),
  ),
];
