import type Stripe from "stripe";
import { type Endpoint, defineEndpoint } from "../wire/endpoint.ts";
import { listPage } from "../wire/listing.ts";
import { bool, expand, paging, params, text } from "../wire/params.ts";
import type { World } from "../state.ts";
import { requireBalanceReadable, getSettings } from "./settings.ts";

const createdAt = 1_780_000_000;
const accountShape = params<Stripe.AccountRetrieveCurrentParams>()({ expand });
const taxSettingsShape = params<Stripe.Tax.SettingsRetrieveParams>()({ expand });
const registrationsShape = params<Stripe.Tax.RegistrationListParams>()({ status: text.optional(), ...paging });
const portalShape = params<Stripe.BillingPortal.ConfigurationListParams>()({
  active: bool.optional(),
  is_default: bool.optional(),
  ...paging,
});
const balanceShape = params<Stripe.BalanceTransactionListParams>()({ ...paging });
const methodsShape = params<Stripe.PaymentMethodConfigurationListParams>()({ ...paging });

/**
 * Read-only endpoints of the account, its settings and its balance transactions. Documented below
 * https://docs.stripe.com/api: /accounts/retrieve, /tax/settings, /tax/registrations, /customer_portal/configurations,
 * /payment_method_configurations, /balance_transactions.
 */
export function accountEndpoints(): Endpoint[] {
  return [
    defineEndpoint("GET", "/v1/account", accountShape, ({ world }) => ({
      id: "acct_sandbox",
      object: "account",
      business_type: "company",
      charges_enabled: true,
      country: "US",
      default_currency: getSettings(world).default_currency,
      details_submitted: true,
      email: "owner@crunchbox.test",
      payouts_enabled: true,
      type: "standard",
    })),
    defineEndpoint("GET", "/v1/tax/settings", taxSettingsShape, ({ world }) => buildTaxSettings(world)),
    defineEndpoint("GET", "/v1/tax/registrations", registrationsShape, ({ world, input, path }) =>
      listPage(path, getSettings(world).registrations === "present" ? [buildRegistration()] : [], input),
    ),
    defineEndpoint("GET", "/v1/billing_portal/configurations", portalShape, ({ world, input, path }) =>
      listPage(path, getSettings(world).portal === "saved" ? [buildPortal()] : [], input),
    ),
    defineEndpoint("GET", "/v1/payment_method_configurations", methodsShape, ({ world, input, path }) =>
      listPage(path, [buildMethods(getSettings(world).bank_accounts)], input),
    ),
    defineEndpoint("GET", "/v1/balance_transactions", balanceShape, ({ world, input, path }) => {
      requireBalanceReadable(world);
      return listPage(path, world.balanceTransactions.all(), input);
    }),
  ];
}

function buildTaxSettings(world: World): Stripe.Tax.Settings {
  const isActive = getSettings(world).tax === "active";
  const address = { city: "Boston", country: "US", line1: "1 Main Street", line2: null, postal_code: "02108" };
  return {
    object: "tax.settings",
    defaults: { provider: "stripe", tax_behavior: "exclusive", tax_code: "txcd_99999999" },
    head_office: isActive ? { address: { ...address, state: "MA" } } : null,
    livemode: false,
    status: isActive ? "active" : "pending",
    status_details: isActive ? { active: {} } : { pending: { missing_fields: ["head_office"] } },
  };
}

function buildRegistration(): Stripe.Tax.Registration {
  return {
    id: "taxreg_sandbox",
    object: "tax.registration",
    active_from: createdAt,
    country: "US",
    country_options: { us: { state: "MA", type: "state_sales_tax" } },
    created: createdAt,
    expires_at: null,
    livemode: false,
    status: "active",
  };
}

function buildPortal(): Stripe.BillingPortal.Configuration {
  return {
    id: "bpc_sandbox",
    object: "billing_portal.configuration",
    active: true,
    application: null,
    business_profile: { headline: null, privacy_policy_url: null, terms_of_service_url: null },
    created: createdAt,
    default_return_url: null,
    features: {
      customer_update: { allowed_updates: ["address", "email", "phone", "tax_id"], enabled: true },
      invoice_history: { enabled: true },
      payment_method_update: { enabled: true, payment_method_configuration: null },
      subscription_cancel: {
        cancellation_reason: { enabled: false, feedback_options: null, options: [] },
        enabled: false,
        mode: "at_period_end",
        proration_behavior: "none",
      },
      subscription_pause: { duration: { interval_options: [], type: "indefinite" }, enabled: false },
      subscription_update: {
        billing_cycle_anchor: null,
        default_allowed_updates: [],
        enabled: false,
        products: null,
        proration_behavior: "none",
        schedule_at_period_end: { conditions: [] },
        trial_update_behavior: "end_trial",
      },
    },
    is_default: true,
    livemode: false,
    login_page: { enabled: false, url: null },
    metadata: {},
    name: null,
    updated: createdAt,
  };
}

function buildMethods(bankAccounts: "on" | "off"): Stripe.PaymentMethodConfiguration {
  const preference = (value: "on" | "off") => ({ overridable: null, preference: value, value });
  return {
    id: "pmc_sandbox",
    object: "payment_method_configuration",
    active: true,
    application: null,
    card: { available: true, display_preference: preference("on") },
    is_default: true,
    link: { available: true, display_preference: preference("on") },
    livemode: false,
    name: "Default",
    parent: null,
    us_bank_account: { available: bankAccounts === "on", display_preference: preference(bankAccounts) },
  };
}
