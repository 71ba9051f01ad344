import type Stripe from "stripe";
import { z } from "zod";
import { type Endpoint, defineEndpoint } from "../wire/endpoint.ts";
import { createMissing } from "../wire/failure.ts";
import { randomId } from "../wire/ids.ts";
import { listPage } from "../wire/listing.ts";
import { expand, paging, params, range, text } from "../wire/params.ts";
import type { World } from "../state.ts";

const listShape = params<Stripe.ChargeListParams>()({
  customer: text.optional(),
  payment_intent: text.optional(),
  created: range.optional(),
  ...paging,
});

export function chargeEndpoints(): Endpoint[] {
  return [
    defineEndpoint("GET", "/v1/charges", listShape, ({ world, input, path }) => {
      const { customer, payment_intent } = input;
      if (payment_intent) return listPage(path, world.charges.by("payment_intent", payment_intent), input);
      return listPage(path, customer ? world.charges.by("customer", customer) : world.charges.all(), input);
    }),
    defineEndpoint("GET", "/v1/charges/:id", z.strictObject({ expand }), ({ world, id }) => getCharge(world, id, "id")),
  ];
}

export function getCharge(world: World, id: string, param = "charge"): Stripe.Charge {
  const charge = world.charges.find(id);
  if (!charge) throw createMissing("charge", id, param);
  return charge;
}

/** A pending charge; the caller sets its outcome and saves it. */
export function buildCharge(
  world: World,
  intent: Stripe.PaymentIntent,
  method: Pick<Stripe.PaymentMethod, "id" | "type" | "billing_details" | "card" | "link" | "us_bank_account">,
): Stripe.Charge {
  return {
    id: randomId(method.type === "card" ? "ch" : "py"),
    object: "charge",
    amount: intent.amount,
    amount_captured: 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: { ...method.billing_details },
    calculated_statement_descriptor: "CRUNCHBOX",
    captured: false,
    created: world.clock.now(),
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    fraud_details: {},
    livemode: false,
    metadata: { ...intent.metadata },
    on_behalf_of: null,
    outcome: null,
    paid: false,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: buildMethodDetails(method),
    radar_options: {},
    receipt_email: null,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: "pending",
    transfer_data: null,
    transfer_group: null,
  };
}

/** A successful charge of money that a customer sent to their account number at the provider. */
export function buildTransferCharge(world: World, intent: Stripe.PaymentIntent): Stripe.Charge {
  const method = { id: randomId("pm"), type: "customer_balance", billing_details: emptyDetails } as const;
  return {
    ...buildCharge(world, intent, method),
    payment_method: method.id,
    payment_method_details: { type: "customer_balance", customer_balance: {} },
    status: "succeeded",
    paid: true,
    captured: true,
    amount_captured: intent.amount,
  };
}

const emptyDetails = { address: null, email: null, name: null, phone: null, tax_id: null };

export function buildOutcome(declineCode: string | null): Stripe.Charge.Outcome {
  return {
    advice_code: null,
    network_advice_code: null,
    network_decline_code: null,
    network_status: declineCode ? "declined_by_network" : "approved_by_network",
    reason: declineCode,
    risk_level: "normal",
    risk_score: 7,
    seller_message: declineCode
      ? "The bank did not return any further details with this decline."
      : "Payment complete.",
    type: declineCode ? "issuer_declined" : "authorized",
  };
}

function buildMethodDetails(
  method: Pick<Stripe.PaymentMethod, "card" | "link" | "us_bank_account">,
): Stripe.Charge.PaymentMethodDetails {
  const { card, link, us_bank_account: bank } = method;
  if (link) return { type: "link", link: { country: "US" } };
  if (card) {
    const { brand, checks, country, exp_month, exp_year, fingerprint, funding, last4 } = card;
    return {
      type: "card",
      card: {
        amount_authorized: null,
        authorization_code: null,
        brand,
        checks,
        country,
        electronic_commerce_indicator: null,
        exp_month,
        exp_year,
        fingerprint,
        funding,
        installments: null,
        last4,
        mandate: null,
        network: "visa",
        network_transaction_id: null,
        regulated_status: "unregulated",
        three_d_secure: null,
        transaction_link_id: null,
        wallet: null,
      },
    };
  }
  return {
    type: "us_bank_account",
    us_bank_account: {
      account_holder_type: "company",
      account_type: "checking",
      bank_name: bank?.bank_name ?? null,
      fingerprint: bank?.fingerprint ?? null,
      last4: bank?.last4 ?? null,
      payment_reference: null,
      routing_number: bank?.routing_number ?? null,
    },
  };
}
