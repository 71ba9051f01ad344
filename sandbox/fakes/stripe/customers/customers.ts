import type Stripe from "stripe";
import { z } from "zod";
import { type Endpoint, defineEndpoint } from "../wire/endpoint.ts";
import { createInvalidRequest, createMissing } from "../wire/failure.ts";
import { randomId } from "../wire/ids.ts";
import { address, clearable, expand, mergeMetadata, metadata, params } from "../wire/params.ts";
import type { World } from "../state.ts";

const shippingShape = z.strictObject({ name: z.string(), phone: clearable.optional(), address });
const customerFields = {
  name: clearable.optional(),
  email: clearable.optional(),
  phone: clearable.optional(),
  description: clearable.optional(),
  address: address.optional(),
  shipping: shippingShape.optional(),
  metadata: metadata.optional(),
  tax_exempt: z.enum(["none", "exempt", "reverse"]).optional(),
  invoice_settings: z.strictObject({ default_payment_method: clearable.optional() }).optional(),
  expand,
};
const createShape = params<Stripe.CustomerCreateParams>()({ ...customerFields, test_clock: z.string().optional() });
const updateShape = params<Stripe.CustomerUpdateParams>()(customerFields);
const retrieveShape = params<Stripe.CustomerRetrieveParams>()({ expand });
type Fields = z.output<typeof updateShape>;

export function customerEndpoints(): Endpoint[] {
  return [
    defineEndpoint("POST", "/v1/customers", createShape, ({ world, input }) => createCustomer(world, input)),
    defineEndpoint("GET", "/v1/customers/:id", retrieveShape, ({ world, id }) => getCustomer(world, id, "id")),
    defineEndpoint("POST", "/v1/customers/:id", updateShape, ({ world, input, id }) => {
      const customer = getCustomer(world, id, "id");
      const earlierCustomer = structuredClone(customer);
      applyInput(world, customer, input);
      world.customers.save(customer);
      world.emit("customer.updated", customer, changedFields(earlierCustomer, customer));
      return customer;
    }),
  ];
}

export function createCustomer(world: World, input: Fields): Stripe.Customer {
  const customer = buildCustomer(world);
  applyInput(world, customer, input);
  world.customers.save(customer);
  world.emit("customer.created", customer);
  return customer;
}

export function getCustomer(world: World, id: string, param = "customer"): Stripe.Customer {
  const customer = world.customers.find(id);
  if (!customer) throw createMissing("customer", id, param);
  return customer;
}

export function setDefaultMethod(world: World, customer: Stripe.Customer, method: string | null): void {
  const earlierSettings = { ...customer.invoice_settings };
  customer.invoice_settings.default_payment_method = method;
  world.customers.save(customer);
  world.emit("customer.updated", customer, { invoice_settings: earlierSettings });
}

function buildCustomer(world: World): Stripe.Customer {
  return {
    id: randomId("cus", 14),
    object: "customer",
    address: null,
    balance: 0,
    created: world.clock.now(),
    currency: null,
    customer_account: null,
    default_source: null,
    delinquent: false,
    description: null,
    discount: null,
    email: null,
    invoice_prefix: randomId("", 8).slice(1).toUpperCase(),
    invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
    livemode: false,
    metadata: {},
    name: null,
    next_invoice_sequence: 1,
    phone: null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: "none",
    test_clock: null,
  };
}

function applyInput(world: World, customer: Stripe.Customer, input: Fields): void {
  const { name, email, phone, description } = input;
  if (name !== undefined) customer.name = name;
  if (email !== undefined) customer.email = email;
  if (phone !== undefined) customer.phone = phone;
  if (description !== undefined) customer.description = description;
  if (input.tax_exempt !== undefined) customer.tax_exempt = input.tax_exempt;
  if (input.address) customer.address = toAddress(input.address);
  if (input.shipping) {
    const { name: recipient, phone: number } = input.shipping;
    customer.shipping = { name: recipient, phone: number ?? null, address: toAddress(input.shipping.address) };
  }
  customer.metadata = mergeMetadata(customer.metadata, input.metadata);
  const method = input.invoice_settings?.default_payment_method;
  if (method && world.paymentMethods.find(method)?.customer !== customer.id) {
    throw createInvalidRequest(`The customer does not have a payment method with the ID ${method}.`, {
      code: "resource_missing",
      param: "invoice_settings[default_payment_method]",
    });
  }
  if (method !== undefined) customer.invoice_settings.default_payment_method = method;
}

export function toAddress(input: z.output<typeof address>): Stripe.Address {
  const { line1 = null, line2 = null, city = null, state = null, postal_code = null, country = null } = input;
  return { line1, line2, city, state, postal_code, country };
}

function changedFields<T extends object>(before: T, after: T): Partial<T> {
  const currentFields = new Map<string, unknown>(Object.entries(after));
  const changedEntries = Object.entries(before).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(currentFields.get(name)),
  );
  // as: the entries are fields of the object.
  return Object.fromEntries(changedEntries) as Partial<T>;
}
