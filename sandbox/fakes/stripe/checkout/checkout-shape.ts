import type Stripe from "stripe";
import { daySeconds } from "../clock/clock.ts";
import { randomId } from "../wire/ids.ts";
import { innerList } from "../wire/listing.ts";
import type { World } from "../state.ts";

export interface SessionInput {
  mode: "setup" | "payment";
  customer: Stripe.Customer;
  allowed_payment_method_types: string[] | null;
  success_url: string;
  cancel_url: string | null;
  client_reference_id: string | null;
  metadata: Record<string, string>;
  lines: Stripe.LineItem[];
  expires_at: number | undefined;
}

/** An open session with its page, not saved yet. */
export function buildSession(world: World, input: SessionInput): Stripe.Checkout.Session {
  const { customer, mode } = input;
  const now = world.clock.now();
  const id = randomId("cs_test", 58);
  const total = input.lines.reduce((sum, line) => sum + line.amount_total, 0);
  const isPayment = mode === "payment";
  return {
    id,
    object: "checkout.session",
    adaptive_pricing: null,
    after_expiration: null,
    allow_promotion_codes: null,
    allowed_payment_method_types: input.allowed_payment_method_types,
    amount_subtotal: isPayment ? total : null,
    amount_total: isPayment ? total : null,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: null,
    cancel_url: input.cancel_url,
    client_reference_id: input.client_reference_id,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    created: now,
    currency: "usd",
    currency_conversion: null,
    custom_fields: [],
    custom_text: { after_submit: null, shipping_address: null, submit: null, terms_of_service_acceptance: null },
    customer: customer.id,
    customer_account: null,
    customer_creation: null,
    customer_details: {
      address: customer.address ?? null,
      business_name: null,
      email: customer.email,
      individual_name: null,
      name: customer.name ?? null,
      phone: customer.phone ?? null,
      tax_exempt: "none",
      tax_ids: [],
    },
    customer_email: null,
    discounts: isPayment ? [] : null,
    expires_at: input.expires_at ?? now + daySeconds,
    integration_identifier: null,
    invoice: null,
    invoice_creation: null,
    line_items: innerList(`/v1/checkout/sessions/${id}/line_items`, input.lines),
    livemode: false,
    locale: null,
    managed_payments: null,
    metadata: input.metadata,
    mode,
    origin_context: null,
    payment_intent: null,
    payment_link: null,
    payment_method_collection: isPayment ? "if_required" : "always",
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: input.allowed_payment_method_types ?? ["card", "link", "us_bank_account"],
    payment_status: isPayment ? "unpaid" : "no_payment_required",
    permissions: null,
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: "open",
    submit_type: null,
    subscription: null,
    success_url: input.success_url,
    total_details: isPayment ? { amount_discount: 0, amount_shipping: 0, amount_tax: 0 } : null,
    ui_mode: "hosted_page",
    url: `${world.options.pageUrl()}/stripe/checkout/${id}`,
    wallet_options: null,
  };
}

/** The setup intent of a session, before its payment method exists. */
export function buildSetupIntent(world: World, session: Stripe.Checkout.Session): Stripe.SetupIntent {
  const id = randomId("seti");
  return {
    id,
    object: "setup_intent",
    allowed_payment_method_types: null,
    application: null,
    automatic_payment_methods: null,
    cancellation_reason: null,
    client_secret: `${id}_secret_sandbox`,
    created: world.clock.now(),
    customer: session.customer,
    description: null,
    excluded_payment_method_types: null,
    flow_directions: null,
    last_setup_error: null,
    latest_attempt: null,
    livemode: false,
    mandate: null,
    metadata: {},
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: session.payment_method_types,
    single_use_mandate: null,
    status: "requires_payment_method",
    usage: "off_session",
  };
}
