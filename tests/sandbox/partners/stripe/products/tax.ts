import type Stripe from "stripe";
import { z } from "zod";
import { requireTaxReady } from "../account/settings.ts";
import { daySeconds } from "../clock/clock.ts";
import { toAddress } from "../customers/customers.ts";
import { type Endpoint, endpoint } from "../wire/endpoint.ts";
import { StripeFailure, invalidRequest, missing } from "../wire/failure.ts";
import { randomId } from "../wire/ids.ts";
import { innerList } from "../wire/listing.ts";
import {
  address,
  amount,
  currency,
  expand,
  integer,
  list,
  mergeMetadata,
  metadata,
  params,
  text,
} from "../wire/params.ts";
import { percentOf, taxOn } from "./tax-rates.ts";
import type { World } from "../state.ts";

const lineShape = params<Stripe.Tax.CalculationCreateParams.LineItem>()({
  amount,
  reference: text.min(1),
  tax_code: text.optional(),
  quantity: integer.optional(),
  tax_behavior: z.literal("exclusive").optional(),
});
const createShape = params<Stripe.Tax.CalculationCreateParams>()({
  currency,
  customer_details: params<Stripe.Tax.CalculationCreateParams.CustomerDetails>()({
    address,
    address_source: z.enum(["billing", "shipping"]),
  }),
  line_items: list(lineShape),
  shipping_cost: params<Stripe.Tax.CalculationCreateParams.ShippingCost>()({
    amount: amount.optional(),
    tax_code: text.optional(),
    tax_behavior: z.literal("exclusive").optional(),
  }).optional(),
  expand,
});
const transactionShape = params<Stripe.Tax.TransactionCreateFromCalculationParams>()({
  calculation: text,
  reference: text.min(1),
  metadata: metadata.optional(),
  expand,
});
const goods = "txcd_99999999";
const shipping = "txcd_92010001";
const notTaxable = "txcd_00000000";

export function taxEndpoints(): Endpoint[] {
  return [
    endpoint("POST", "/v1/tax/calculations", createShape, ({ world, input }) => calculate(world, input)),
    endpoint("POST", "/v1/tax/transactions/create_from_calculation", transactionShape, ({ world, input }) =>
      record(world, input),
    ),
  ];
}

type Input = z.output<typeof createShape>;

function calculate(world: World, input: Input): Stripe.Tax.Calculation {
  requireTaxReady(world);
  const place = toAddress(input.customer_details.address);
  requireKnownPlace(place);
  const percent = percentOf(place.country ?? "", place.state);
  const taxed = (cents: number, code: string) => (code === notTaxable ? 0 : taxOn(cents, percent));
  const lines = input.line_items.map((line) => toLine(line, taxed(line.amount, line.tax_code ?? goods)));
  const shipped = input.shipping_cost && toShipping(input.shipping_cost, taxed);
  const tax = lines.reduce((sum, line) => sum + line.amount_tax, shipped?.amount_tax ?? 0);
  const net = lines.reduce((sum, line) => sum + line.amount, shipped?.amount ?? 0);
  const id = randomId("taxcalc");
  const now = world.clock.now();
  return world.taxCalculations.save({
    id,
    object: "tax.calculation",
    amount_total: net + tax,
    currency: "usd",
    customer: null,
    customer_details: {
      address: place,
      address_source: input.customer_details.address_source,
      ip_address: null,
      tax_ids: [],
      taxability_override: "none",
    },
    expires_at: now + 90 * daySeconds,
    line_items: innerList(`/v1/tax/calculations/${id}/line_items`, lines),
    livemode: false,
    ship_from_details: null,
    shipping_cost: shipped ?? null,
    tax_amount_exclusive: tax,
    tax_amount_inclusive: 0,
    tax_breakdown: [breakdown(place, percent, net, tax)],
    tax_date: now,
  });
}

function requireKnownPlace({ country, postal_code }: Stripe.Address): void {
  const param = "customer_details[address]";
  if (!country) {
    throw invalidRequest(`Missing required param: ${param}[country].`, {
      code: "parameter_missing",
      param: `${param}[country]`,
    });
  }
  if (postal_code === "99999")
    throw new StripeFailure(500, { type: "api_error", message: "An unknown error occurred." });
  if (postal_code !== "00000" && (country !== "US" || /^\d{5}(-\d{4})?$/.test(postal_code ?? ""))) return;
  const message = "We could not determine the customer's tax location based on the provided customer address.";
  throw invalidRequest(message, { code: "customer_tax_location_invalid", param });
}

function toLine(line: Input["line_items"][number], tax: number): Stripe.Tax.CalculationLineItem {
  return {
    id: randomId("tax_li"),
    object: "tax.calculation_line_item",
    amount: line.amount,
    amount_tax: tax,
    livemode: false,
    metadata: null,
    performance_location: null,
    product: null,
    quantity: line.quantity ?? 1,
    reference: line.reference,
    tax_behavior: "exclusive",
    tax_code: line.tax_code ?? goods,
  };
}

function toShipping(
  { amount: cents = 0, tax_code = shipping }: NonNullable<Input["shipping_cost"]>,
  taxed: (cents: number, code: string) => number,
): Stripe.Tax.Calculation.ShippingCost {
  return { amount: cents, amount_tax: taxed(cents, tax_code), tax_behavior: "exclusive", tax_code };
}

function breakdown(
  place: Stripe.Address,
  percent: number,
  net: number,
  tax: number,
): Stripe.Tax.Calculation.TaxBreakdown {
  return {
    amount: tax,
    inclusive: false,
    tax_rate_details: {
      country: place.country,
      flat_amount: null,
      percentage_decimal: String(percent),
      rate_type: "percentage",
      state: place.state,
      tax_type: percent === 0 ? null : "sales_tax",
    },
    taxability_reason: percent === 0 ? "not_collecting" : "standard_rated",
    taxable_amount: percent === 0 ? 0 : net,
  };
}

function record(world: World, input: z.output<typeof transactionShape>): Stripe.Tax.Transaction {
  const calculation = world.taxCalculations.find(input.calculation);
  if (!calculation) throw missing("tax calculation", input.calculation, "calculation");
  for (const { reference } of world.taxTransactions.all()) {
    if (reference !== input.reference) continue;
    const message = `A transaction with the reference ${reference} already exists.`;
    throw invalidRequest(message, { code: "resource_already_exists", param: "reference" });
  }
  const now = world.clock.now();
  return world.taxTransactions.save({
    id: randomId("tax"),
    object: "tax.transaction",
    created: now,
    currency: "usd",
    customer: null,
    customer_details: calculation.customer_details,
    livemode: false,
    metadata: mergeMetadata({}, input.metadata),
    posted_at: now,
    reference: input.reference,
    reversal: null,
    ship_from_details: null,
    shipping_cost: calculation.shipping_cost,
    tax_date: calculation.tax_date,
    type: "transaction",
  });
}
