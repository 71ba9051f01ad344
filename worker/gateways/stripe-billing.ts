import type { Stripe } from "stripe";
import type { PaymentProvider, ProviderPaymentMethod } from "./payment-provider.ts";
import type { Tax, TaxLine } from "./tax/tax.ts";
import { toFault, undefinedIfMissing, findMissingSetup } from "./stripe-outcome.ts";
import { toId, toPaymentMethod, toUnverified } from "./stripe-shapes.ts";

type Billing = Pick<
  PaymentProvider,
  | "getCustomer"
  | "createCustomer"
  | "updateCustomer"
  | "listPaymentMethods"
  | "findPaymentMethod"
  | "isMethodInUse"
  | "detachPaymentMethod"
  | "createSetupSession"
  | "createPortalSession"
  | "createPaymentSession"
  | "expireSession"
  | "calculateTax"
  | "getSessionPayment"
>;

/** A subscription that ends with its paid period is not charged again. */
function isRenewed({ status, cancel_at, items }: Stripe.Subscription): boolean {
  const end = items.data[0]?.current_period_end ?? Infinity;
  const isEnding = status === "active" && cancel_at !== null && cancel_at <= end;
  return !isEnding && status !== "canceled" && status !== "incomplete_expired";
}

/**
 * The bank refused the debit days after the page was completed. The page takes no other payment, and Stripe cannot
 * cancel the payment of a page (https://docs.stripe.com/api/payment_intents/cancel).
 */
const hasFailedLater = ({ payment_intent: intent }: Stripe.Checkout.Session): boolean =>
  intent !== null &&
  typeof intent === "object" &&
  (intent.status === "requires_payment_method" || intent.status === "canceled");

const exemptions = ["none", "exempt", "reverse"] as const;
const taxabilityOverrides = { exempt: "customer_exempt", reverse: "reverse_charge" } as const;
type TaxedLine = Stripe.Tax.CalculationLineItem;

export const stripeBilling = (stripe: Stripe): Billing => ({
  async getCustomer(id) {
    const customer = await undefinedIfMissing(stripe.customers.retrieve(id));
    if (!customer || customer.deleted) return undefined;
    const tax_exempt = exemptions.find((each) => each === customer.tax_exempt) ?? "none";
    return { id, email: customer.email, balance: customer.balance, tax_exempt, metadata: customer.metadata };
  },
  async createCustomer({ org_id, name, email }) {
    // The key covers name and email, because the provider refuses a key reused with other parameters.
    const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(`${name}\n${email}`));
    const customer = await stripe.customers.create(
      { name, email, metadata: { org_id } },
      { idempotencyKey: `customer_${org_id}_${Buffer.from(digest).toString("hex", 0, 8)}` },
    );
    return customer.id;
  },
  async updateCustomer(id, { name, email }) {
    await stripe.customers.update(id, { name, ...(email !== undefined && { email }) });
  },
  async listPaymentMethods(customer) {
    const [{ data: saved }, { data: intents }] = await Promise.all([
      stripe.customers.listPaymentMethods(customer, { limit: 100 }),
      stripe.setupIntents.list({ customer, limit: 100, expand: ["data.payment_method"] }),
    ]);
    return [...saved.map(toPaymentMethod), ...intents.map(toUnverified)].filter(
      (method): method is ProviderPaymentMethod => method !== undefined,
    );
  },
  async findPaymentMethod(id) {
    const method = await undefinedIfMissing(stripe.paymentMethods.retrieve(id));
    return method && toPaymentMethod(method);
  },
  async isMethodInUse(customer, id) {
    const owner = await stripe.customers.retrieve(customer);
    const defaultId = owner.deleted ? null : toId(owner.invoice_settings.default_payment_method);
    for await (const plan of stripe.subscriptions.list({ customer, limit: 100 }))
      if (isRenewed(plan) && (toId(plan.default_payment_method) ?? defaultId) === id) return true;
    return false;
  },
  async detachPaymentMethod(id) {
    await stripe.paymentMethods.detach(id);
  },
  async createSetupSession({ customer, return_url }) {
    const session = await stripe.checkout.sessions.create({
      mode: "setup",
      customer,
      // Other methods in the account's settings, such as wallets, cannot pay here
      // (https://docs.stripe.com/changelog/endive/2026-09-30/remove-payment-method-types-checkout-sessions).
      allowed_payment_method_types: ["card", "us_bank_account"],
      success_url: return_url,
      cancel_url: return_url,
    });
    return session.url;
  },
  async createPortalSession({ customer, return_url }) {
    return (await stripe.billingPortal.sessions.create({ customer, return_url })).url;
  },
  async createPaymentSession({ customer, key, lines, return_url, metadata }) {
    const session = await stripe.checkout.sessions.create(
      {
        mode: "payment",
        customer,
        line_items: lines.map((line) => ({
          quantity: 1,
          price_data: {
            currency: "usd",
            unit_amount: line.amount,
            product_data: { name: line.quantity > 1 ? `${line.description} × ${line.quantity}` : line.description },
          },
        })),
        metadata,
        payment_intent_data: { metadata },
        success_url: return_url,
        cancel_url: return_url,
      },
      { idempotencyKey: key },
    );
    return session.url ? { id: session.id, url: session.url } : undefined;
  },
  async expireSession(id) {
    try {
      return (await stripe.checkout.sessions.expire(id)).status === "expired";
    } catch (error) {
      if (toFault(error).kind !== "refused") throw error;
      const session = await undefinedIfMissing(stripe.checkout.sessions.retrieve(id, { expand: ["payment_intent"] }));
      return session?.status !== "complete" || hasFailedLater(session);
    }
  },
  async calculateTax({ address, lines, shipping, exemption }) {
    try {
      const calculation = await stripe.tax.calculations.create({
        currency: "usd",
        customer_details: {
          address: { ...address, line2: address.line2 ?? undefined },
          address_source: "shipping",
          ...(exemption === "none" ? {} : { taxability_override: taxabilityOverrides[exemption] }),
        },
        line_items: lines.map(({ amount, reference, quantity, tax_code }) => ({
          amount,
          reference,
          quantity,
          ...(tax_code ? { tax_code } : {}),
        })),
        ...(shipping > 0 ? { shipping_cost: { amount: shipping } } : {}),
        expand: ["line_items"],
      });
      return { outcome: "done", value: toTax(calculation, await listTaxLines(stripe, calculation), lines) };
    } catch (error) {
      const fault = toFault(error);
      const isLocationInvalid = fault.kind === "refused" && fault.code === "customer_tax_location_invalid";
      if (isLocationInvalid) return { outcome: "location-invalid" };
      const todo = findMissingSetup(error);
      return { outcome: "failed", ...(todo ? { todo } : {}) };
    }
  },
  async getSessionPayment(id) {
    const session = await undefinedIfMissing(stripe.checkout.sessions.retrieve(id));
    if (!session) return undefined;
    const { metadata, customer, status, expires_at } = session;
    return {
      payment_intent: toId(session.payment_intent),
      // https://docs.stripe.com/payments/checkout/no-cost-orders
      is_free: session.mode === "payment" && status === "complete" && session.payment_status === "no_payment_required",
      customer: toId(customer),
      metadata: metadata ?? {},
      is_expired: status === "expired",
      expires_at: new Date(expires_at * 1000).toISOString(),
    };
  },
});

/** The calculation contains the first page only (https://docs.stripe.com/api/tax/calculations/line_items). */
async function listTaxLines(stripe: Stripe, { id, line_items }: Stripe.Tax.Calculation): Promise<TaxedLine[]> {
  if (!line_items?.has_more || !id) return line_items?.data ?? [];
  const lines: TaxedLine[] = [];
  for await (const line of stripe.tax.calculations.listLineItems(id, { limit: 100 })) lines.push(line);
  return lines;
}

function toTax(calculation: Stripe.Tax.Calculation, taxedLines: TaxedLine[], lines: TaxLine[]): Tax {
  return {
    id: calculation.id ?? "",
    tax: calculation.tax_amount_exclusive,
    lines: Object.fromEntries(
      lines.map((line) => [
        line.reference,
        taxedLines.find((each) => each.reference === line.reference)?.amount_tax ?? 0,
      ]),
    ),
    shipping_tax: calculation.shipping_cost?.amount_tax ?? 0,
    expires_at: new Date((calculation.expires_at ?? 0) * 1000).toISOString(),
  };
}
