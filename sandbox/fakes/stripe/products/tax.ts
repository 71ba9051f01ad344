import type Stripe from "stripe";
import { z } from "zod";
import { requireTaxReady } from "../account/settings.ts";
import { daySeconds } from "../clock/clock.ts";
import { toAddress } from "../customers/customers.ts";
import { type Endpoint, defineEndpoint } from "../wire/endpoint.ts";
import { StripeFailure, createInvalidRequest, createMissing } from "../wire/failure.ts";
import { randomId } from "../wire/ids.ts";
import { innerList, listPage } from "../wire/listing.ts";
import { address, amount, currency, expand, integer, list, paging, params, text } from "../wire/params.ts";
import { findPercent, calculateTax } from "./tax-rates.ts";
import type { World } from "../state.ts";

const taxCodeShape = text.regex(/^txcd_\d{8}$/, "No such tax code");
const lineShape = params<Stripe.Tax.CalculationCreateParams.LineItem>()({
  amount,
  reference: text.min(1),
  tax_code: taxCodeShape.optional(),
  quantity: integer.optional(),
  tax_behavior: z.literal("exclusive").optional(),
});
const createShape = params<Stripe.Tax.CalculationCreateParams>()({
  currency,
  customer_details: params<Stripe.Tax.CalculationCreateParams.CustomerDetails>()({
    address,
    address_source: z.enum(["billing", "shipping"]),
    taxability_override: z.enum(["customer_exempt", "none", "reverse_charge"]).optional(),
  }),
  line_items: list(lineShape),
  shipping_cost: params<Stripe.Tax.CalculationCreateParams.ShippingCost>()({
    amount: amount.optional(),
    tax_code: taxCodeShape.optional(),
    tax_behavior: z.literal("exclusive").optional(),
  }).optional(),
  expand,
});
const linesShape = params<Stripe.Tax.CalculationListLineItemsParams>()(paging);
const maxLines = 100;
/** Nested lists contain only their first page (https://docs.stripe.com/api/pagination). */
const maxInnerLines = 10;
const goodsCode = "txcd_99999999";
const shippingCode = "txcd_92010001";
const notTaxableCode = "txcd_00000000";

export function taxEndpoints(): Endpoint[] {
  return [
    defineEndpoint("POST", "/v1/tax/calculations", createShape, ({ world, input }) => calculate(world, input)),
    defineEndpoint("GET", "/v1/tax/calculations/:id/line_items", linesShape, ({ world, input, id, path }) => {
      const { lines } = world.taxLines.find(requireCalculation(world, id, "calculation").id) ?? { lines: [] };
      // Lines keep the calculation's order; other lists are newest first.
      return listPage(path, lines.toReversed(), input);
    }),
  ];
}

type Input = z.output<typeof createShape>;

function calculate(world: World, input: Input): Stripe.Tax.Calculation {
  requireTaxReady(world);
  const taxAddress = toAddress(input.customer_details.address);
  requireKnownPlace(taxAddress);
  requireFewLines(input.line_items);
  const { taxability_override: override = "none" } = input.customer_details;
  const percent = override === "none" ? findPercent(taxAddress.country ?? "", taxAddress.state) : 0;
  const taxFor = (cents: number, code: string) => (code === notTaxableCode ? 0 : calculateTax(cents, percent));
  const lines = input.line_items.map((line) => toLine(line, taxFor(line.amount, line.tax_code ?? goodsCode)));
  const shippingCost = input.shipping_cost && toShipping(input.shipping_cost, taxFor);
  const tax = lines.reduce((sum, line) => sum + line.amount_tax, shippingCost?.amount_tax ?? 0);
  const net = lines.reduce((sum, line) => sum + line.amount, shippingCost?.amount ?? 0);
  const id = randomId("taxcalc");
  const now = world.clock.now();
  world.taxLines.save({ id, lines });
  return world.taxCalculations.save({
    id,
    object: "tax.calculation",
    amount_total: net + tax,
    currency: "usd",
    customer: null,
    customer_details: {
      address: taxAddress,
      address_source: input.customer_details.address_source,
      ip_address: null,
      tax_ids: [],
      taxability_override: override,
    },
    expires_at: now + 90 * daySeconds,
    line_items: {
      ...innerList(`/v1/tax/calculations/${id}/line_items`, lines.slice(0, maxInnerLines)),
      has_more: lines.length > maxInnerLines,
    },
    livemode: false,
    ship_from_details: null,
    shipping_cost: shippingCost ?? null,
    tax_amount_exclusive: tax,
    tax_amount_inclusive: 0,
    tax_breakdown: [buildBreakdown(taxAddress, percent, net, tax, taxabilityReasons[override])],
    tax_date: now,
  });
}

export function requireCalculation(world: World, id: string, param: string): Stripe.Tax.Calculation & { id: string } {
  const found = world.taxCalculations.find(id);
  if (!found || (found.expires_at ?? 0) <= world.clock.now()) throw createMissing("tax calculation", id, param);
  return found;
}

const taxabilityReasons = { none: null, customer_exempt: "customer_exempt", reverse_charge: "reverse_charge" } as const;

function requireFewLines(lines: Input["line_items"]): void {
  const refuse = (message: string) => createInvalidRequest(message, { param: "line_items" });
  if (lines.length === 0 || lines.length > maxLines) throw refuse(`You can pass 1 to ${maxLines} line items.`);
  if (new Set(lines.map(({ reference }) => reference)).size < lines.length)
    throw refuse("Each line item's reference must be unique within the calculation.");
}

function requireKnownPlace({ country, postal_code }: Stripe.Address): void {
  const param = "customer_details[address]";
  if (!country) {
    throw createInvalidRequest(`Missing required param: ${param}[country].`, {
      code: "parameter_missing",
      param: `${param}[country]`,
    });
  }
  if (postal_code === "99999")
    throw new StripeFailure(500, { type: "api_error", message: "An unknown error occurred." });
  if (postal_code !== "00000" && (country !== "US" || /^\d{5}(-\d{4})?$/.test(postal_code ?? ""))) return;
  const message = "We could not determine the customer's tax location based on the provided customer address.";
  throw createInvalidRequest(message, { code: "customer_tax_location_invalid", param });
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
    tax_code: line.tax_code ?? goodsCode,
  };
}

function toShipping(
  { amount: cents = 0, tax_code = shippingCode }: NonNullable<Input["shipping_cost"]>,
  taxFor: (cents: number, code: string) => number,
): Stripe.Tax.Calculation.ShippingCost {
  return { amount: cents, amount_tax: taxFor(cents, tax_code), tax_behavior: "exclusive", tax_code };
}

function buildBreakdown(
  taxAddress: Stripe.Address,
  percent: number,
  net: number,
  tax: number,
  reason: "customer_exempt" | "reverse_charge" | null,
): Stripe.Tax.Calculation.TaxBreakdown {
  return {
    amount: tax,
    inclusive: false,
    tax_rate_details: {
      country: taxAddress.country,
      flat_amount: null,
      percentage_decimal: String(percent),
      rate_type: "percentage",
      state: taxAddress.state,
      tax_type: percent === 0 ? null : "sales_tax",
    },
    taxability_reason: reason ?? (percent === 0 ? "not_collecting" : "standard_rated"),
    taxable_amount: percent === 0 ? 0 : net,
  };
}
