import type Stripe from "stripe";
import { z } from "zod";
import { getCustomer, setDefaultMethod } from "./customers.ts";
import { type Endpoint, defineEndpoint } from "../wire/endpoint.ts";
import { StripeFailure, createInvalidRequest, createMissing } from "../wire/failure.ts";
import { randomId } from "../wire/ids.ts";
import { listPage } from "../wire/listing.ts";
import { expand, paging, params, text } from "../wire/params.ts";
import { type TestNumber, findTestNumber } from "./test-numbers.ts";
import { type World, idOf } from "../state.ts";

const typeShape = z.enum(["card", "us_bank_account"]);
const listShape = params<Stripe.PaymentMethodListParams>()({ customer: text, type: typeShape.optional(), ...paging });
const ofCustomerShape = params<Stripe.CustomerListPaymentMethodsParams>()({ type: typeShape.optional(), ...paging });
const expandShape = z.strictObject({ expand });

export function paymentMethodEndpoints(): Endpoint[] {
  return [
    defineEndpoint("GET", "/v1/payment_methods", listShape, ({ world, input, path }) => {
      getCustomer(world, input.customer);
      return listPage(path, listMethods(world, input.customer, input.type), input);
    }),
    defineEndpoint("GET", "/v1/customers/:id/payment_methods", ofCustomerShape, ({ world, input, id, path }) => {
      getCustomer(world, id, "id");
      return listPage(path, listMethods(world, id, input.type), input);
    }),
    defineEndpoint("GET", "/v1/payment_methods/:id", expandShape, ({ world, id }) => getMethod(world, id, "id")),
    defineEndpoint("POST", "/v1/payment_methods/:id/detach", expandShape, ({ world, id }) =>
      detachMethod(world, getMethod(world, id, "id")),
    ),
  ];
}

/** A customer's payment methods, oldest first. */
export function listMethods(world: World, customer: string, type?: "card" | "us_bank_account"): Stripe.PaymentMethod[] {
  return world.paymentMethods.by("customer", customer).filter((method) => !type || method.type === type);
}

export function getMethod(world: World, id: string, param = "payment_method"): Stripe.PaymentMethod {
  const method = world.paymentMethods.find(id);
  if (!method) throw createMissing("PaymentMethod", id, param);
  return method;
}

export function requireOwnMethod(world: World, customer: string, id: string, param?: string): Stripe.PaymentMethod {
  const method = getMethod(world, id, param);
  if (method.customer === customer) return method;
  const message = `The provided PaymentMethod (${id}) cannot be used with customer ${customer}: it is not attached to it.`;
  throw createInvalidRequest(message, { param: param ?? "payment_method" });
}

/** Throws a card error for a rejected number. */
export function attachMethod(world: World, customer: Stripe.Customer, input: AttachInput): Stripe.PaymentMethod {
  return saveAttached(world, customer, createMethod(world, customer, input));
}

export function saveAttached(
  world: World,
  customer: Stripe.Customer,
  method: Stripe.PaymentMethod,
): Stripe.PaymentMethod {
  method.customer = customer.id;
  world.paymentMethods.save(method);
  world.emit("payment_method.attached", method);
  return method;
}

/** Creates a payment method that is not attached to the customer, such as for one payment. */
export function createMethod(world: World, customer: Stripe.Customer, input: AttachInput): Stripe.PaymentMethod {
  const test = findTestNumber(input.number);
  if (!test) throw createNumberFailure();
  if (test.isRefused) throw createDeclineFailure();
  return world.paymentMethods.save({
    id: randomId("pm"),
    object: "payment_method",
    allow_redisplay: "always",
    billing_details: {
      address: customer.address ?? null,
      email: customer.email,
      name: customer.name ?? null,
      phone: customer.phone ?? null,
      tax_id: null,
    },
    created: world.clock.now(),
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: {},
    ...buildDetails(world, test, input),
  });
}

export interface AttachInput {
  number: string;
  exp_month?: number | undefined;
  exp_year?: number | undefined;
}

export function detachMethod(world: World, method: Stripe.PaymentMethod): Stripe.PaymentMethod {
  const customerId = idOf(method.customer);
  if (!customerId) throw createInvalidRequest("The payment method you provided is not attached to a customer.");
  const customer = getCustomer(world, customerId);
  method.customer = null;
  world.paymentMethods.save(method);
  world.emit("payment_method.detached", method, { customer: customerId });
  if (customer.invoice_settings.default_payment_method === method.id) setDefaultMethod(world, customer, null);
  return method;
}

function buildDetails(world: World, test: TestNumber, input: AttachInput): Pick<Stripe.PaymentMethod, "type"> {
  if (test.number === "link") return buildLink();
  return test.number.startsWith("us_bank") ? buildBankAccount(test) : buildCard(world, test, input);
}

/** Checkout offers Link unless the session restricts its payment methods. */
const buildLink = (): Pick<Stripe.PaymentMethod, "type" | "link"> => ({
  type: "link",
  link: { email: "buyer@link.test" },
});

function buildCard(world: World, test: TestNumber, input: AttachInput): Pick<Stripe.PaymentMethod, "type" | "card"> {
  const year = new Date(world.clock.now() * 1000).getUTCFullYear();
  return {
    type: "card",
    card: {
      brand: "visa",
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: "pass" },
      country: "US",
      display_brand: "visa",
      exp_month: input.exp_month ?? 12,
      exp_year: input.exp_year ?? year + 3,
      fingerprint: `fp_${test.last4}`,
      funding: "credit",
      generated_from: null,
      last4: test.last4,
      networks: { available: ["visa"], preferred: null },
      regulated_status: "unregulated",
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
  };
}

function buildBankAccount(test: TestNumber): Pick<Stripe.PaymentMethod, "type" | "us_bank_account"> {
  return {
    type: "us_bank_account",
    us_bank_account: {
      account_holder_type: "company",
      account_type: "checking",
      bank_name: "STRIPE TEST BANK",
      financial_connections_account: null,
      fingerprint: `fp_${test.last4}`,
      last4: test.last4,
      networks: { preferred: "ach", supported: ["ach"] },
      routing_number: "110000000",
      status_details: null,
    },
  };
}

function createNumberFailure(): StripeFailure {
  const message = "Your card number is incorrect.";
  return new StripeFailure(402, { type: "card_error", code: "incorrect_number", message, param: "number" });
}

function createDeclineFailure(): StripeFailure {
  const message = "Your card was declined.";
  return new StripeFailure(402, {
    type: "card_error",
    code: "card_declined",
    decline_code: "generic_decline",
    message,
  });
}
