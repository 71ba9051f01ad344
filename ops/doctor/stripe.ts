import { Stripe } from "stripe";
import { webhookEventTypes } from "../../worker/contract/callback-events.ts";
import { eventsUrl, createStripe, findUncoveredEvents } from "../stripe/account.ts";
import { type Check, ok, type Outcome, todo } from "./check.ts";
import type { Target } from "../target.ts";

const dashboard = "https://dashboard.stripe.com";

export const stripeChecks: Check[] = [
  { name: "Stripe: key", run: checkKey },
  {
    name: "Stripe: tax",
    run: withStripe(async (stripe) => {
      const { status, head_office } = await stripe.tax.settings.retrieve();
      if (status === "active" && head_office) return ok();
      return todo(
        `Activate Stripe Tax and name your head office at ${dashboard}/settings/tax: no cart can be paid before.`,
      );
    }),
  },
  {
    name: "Stripe: tax registrations",
    run: withStripe(async (stripe) => {
      const { data } = await stripe.tax.registrations.list({ status: "active", limit: 100 });
      if (data.length > 0) return ok(data.map(({ country }) => country).join(", "));
      return todo(`Say where you collect tax at ${dashboard}/tax/registrations: without any it is 0 everywhere.`);
    }),
  },
  {
    name: "Stripe: customer portal",
    run: withStripe(async (stripe) => {
      const { data } = await stripe.billingPortal.configurations.list({ active: true, is_default: true });
      if (data.length > 0) return ok();
      return todo(`Press Save at ${dashboard}/settings/billing/portal: no customer can open it before.`);
    }),
  },
  {
    name: "Stripe: US bank accounts",
    run: withStripe(async (stripe) => {
      const { data } = await stripe.paymentMethodConfigurations.list({ limit: 100 });
      const isOn = data.some(
        ({ is_default, active, us_bank_account }) => is_default && active && us_bank_account?.available,
      );
      return isOn ? ok() : todo(`Turn on ACH Direct Debit at ${dashboard}/settings/payment_methods.`);
    }),
  },
  {
    name: "Stripe: settlement currency",
    run: withStripe(async (stripe) => {
      const { default_currency } = await stripe.accounts.retrieveCurrent();
      if (default_currency === "usd") return ok("usd");
      return todo(
        `The account pays out in ${default_currency ?? "no currency"}: set US dollars at ${dashboard}/settings/payouts, or the books differ by each conversion.`,
      );
    }),
  },
  { name: "Stripe: balance", run: checkBalance },
  { name: "Stripe: callbacks", run: withStripe(checkEndpoints) },
];

async function checkKey({ name, settings }: Target): Promise<Outcome> {
  const key = settings["STRIPE_SECRET_KEY"] ?? "";
  const [, kind, mode] = /^(sk|rk)_(test|live)_/.exec(key) ?? [];
  if (!kind) return todo("STRIPE_SECRET_KEY is none: it begins with rk_live_, sk_live_, rk_test_ or sk_test_.");
  const wanted = name === "production" ? "live" : "test";
  if (mode !== wanted) return todo(`STRIPE_SECRET_KEY is of ${mode} mode: ${name} takes one of ${wanted} mode.`);
  try {
    const { livemode } = await createStripe(settings).tax.settings.retrieve();
    if (livemode !== (wanted === "live")) return todo(`Stripe says that the key is not of ${wanted} mode.`);
  } catch (error) {
    if (error instanceof Stripe.errors.StripeAuthenticationError)
      return todo("Stripe does not know STRIPE_SECRET_KEY.");
    if (!(error instanceof Stripe.errors.StripePermissionError)) throw error;
  }
  return ok(kind === "rk" || name === "sandbox" ? "" : "a restricted key (rk_) would do, see ops/README.md");
}

/** Checks that the key can read balance transactions, whose time is the time of a charge or refund in the ledger. */
async function checkBalance({ settings }: Target): Promise<Outcome> {
  try {
    await createStripe(settings).balanceTransactions.list({ limit: 1 });
    return ok();
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripePermissionError)) throw error;
    return todo(
      `STRIPE_SECRET_KEY may not read balance transactions: give the restricted key "Balance: Read" at ${dashboard}/apikeys, or no payment can be recorded.`,
    );
  }
}

async function checkEndpoints(stripe: Stripe, { settings }: Target): Promise<Outcome> {
  const fixHint = "run `npm run stripe:endpoints`";
  const { PUBLIC_URL = "", STRIPE_WEBHOOK_SECRET = "" } = settings;
  const all = await stripe.webhookEndpoints.list({ limit: 100 }).autoPagingToArray({ limit: 1000 });
  const ownEndpoints = all.filter(({ url }) => url.startsWith(`${PUBLIC_URL}/v1/callbacks/stripe/`));
  if (ownEndpoints.length === 0) return todo(`Stripe calls nobody at ${eventsUrl(PUBLIC_URL)}: ${fixHint}.`);
  const enabled = ownEndpoints.filter(({ status }) => status === "enabled");
  if (enabled.length === 0) return todo(`Stripe has switched the endpoint off: ${fixHint}.`);
  const outdated = enabled.find(({ api_version }) => api_version !== Stripe.API_VERSION);
  if (outdated) {
    return todo(
      `Callbacks come in version ${outdated.api_version ?? "of the account"}, not ${Stripe.API_VERSION}: ${fixHint}.`,
    );
  }
  const missing = findUncoveredEvents(PUBLIC_URL, enabled);
  if (missing.length > 0) return todo(`Nobody is told of ${missing.join(", ")}: ${fixHint}.`);
  if (!STRIPE_WEBHOOK_SECRET.split(",").some((secret) => secret.trim().startsWith("whsec_"))) {
    return todo(`STRIPE_WEBHOOK_SECRET names no secret: ${fixHint}.`);
  }
  return ok(`${webhookEventTypes.length} types`);
}

function withStripe(run: (stripe: Stripe, target: Target) => Promise<Outcome>): Check["run"] {
  return async (target) => {
    try {
      return await run(createStripe(target.settings), target);
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripePermissionError)) throw error;
      return todo(`STRIPE_SECRET_KEY may not read this: give the restricted key the permission. ${error.message}`);
    }
  };
}
