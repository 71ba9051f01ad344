import { randomUUID } from "node:crypto";
import type { Call } from "../../worker/contract/endpoint.ts";
import { uniqueEmail } from "../support/factories.ts";

/** Of rows that exist; what is left out belongs to nothing. */
export type Ids = {
  user_id?: string;
  org_id?: string;
  request_id?: string;
  product_id?: string;
  order_id?: string;
  invoice_id?: string;
  subscription_id?: string;
  cart_no?: string;
  payment_method_id?: string;
  serial_number?: string;
};
type ValidInput = { params: Record<string, string>; body: unknown };

/** Ids of nothing, new ones at every call. */
export const nobody = (): Required<Ids> => ({
  user_id: randomUUID(),
  org_id: randomUUID(),
  request_id: randomUUID(),
  product_id: randomUUID(),
  order_id: randomUUID(),
  invoice_id: randomUUID(),
  subscription_id: randomUUID(),
  cart_no: "C-none",
  payment_method_id: "pm_none",
  serial_number: "NONE-1",
});

const address = {
  line1: "1 Main Street",
  line2: null,
  city: "Austin",
  state: "TX",
  postal_code: "78701",
  country: "US",
};

/** An input that every schema of the call accepts; ids that are not given belong to nothing. */
export function validInput(spec: Call, ids: Ids = {}): ValidInput {
  const { user_id, org_id, request_id, product_id, ...others } = { ...nobody(), ...ids };
  const person = { first_name: "Ada", last_name: "Lovelace" };
  const bodies: Record<string, unknown> = {
    requestAccount: { ...person, org_name: "Engines", email: uniqueEmail(), serial: null },
    signIn: { username: uniqueEmail(), password: "Wrong-1234!" },
    startImpersonation: { user_id },
    requestPasswordReset: { email: uniqueEmail() },
    finishPasswordReset: { new_password: "Changed-1234!" },
    finishSetUp: { password: "Changed-1234!", agreement_version: "none" },
    updateProfile: { ...person, phone: "+1 555 0100", notification_settings: { is_subscribed: false } },
    requestEmailChange: { new_email: uniqueEmail() },
    verifyCode: { scope: "verify:user-setup", user_id, code: "AAAAAA" },
    exchangeCode: { code: "none" },
    approveAccountRequest: { org_id, roles: ["user"], serial_number: null },
    approveAccountRequests: { request_ids: [request_id], org_id, roles: ["user"], serial_numbers: [null] },
    rejectAccountRequests: { request_ids: [request_id] },
    createUser: { ...person, org_id, email: uniqueEmail(), phone: null, roles: ["user"] },
    updateUser: { ...person, org_id, phone: null, roles: ["user"] },
    startEmailChange: { new_email: uniqueEmail() },
    createVerificationUrl: { scope: "verify:user-setup" },
    flagInvoiceSync: { is_net_suite_sync_needed: true },
    refundOrder: { amount: 1 },
    giveSubscription: { product_id, start_date: "2026-12-01", end_date: "2027-12-01T00:00:00Z", org_id },
    updateSubscription: { start_date: "2026-12-01", end_date: "2027-12-01", status: "active" },
    updateCart: {
      address: { billing: address, shipping: address },
      stripe_payment_method: { stripe_payment_method_id: null },
      shipping_rate_id: null,
      products: {},
    },
    addCartProduct: { quantity: 1 },
    setCartProduct: { quantity: 1 },
    checkoutCart: { updated_at: "none" },
    orderByLink: { products: [{ productId: product_id, quantity: 1 }] },
    takeClientLog: { message: "It happened", level: "info", event: { type: "test" }, device: { os: "test" } },
  };
  if (spec.body && !(spec.verb in bodies)) throw new Error(`say what a valid body of ${spec.verb} is`);
  const params = { ...others, user_id, request_id, product_id, id: product_id, client: "crunchbox" };
  return { params, body: bodies[spec.verb] };
}
