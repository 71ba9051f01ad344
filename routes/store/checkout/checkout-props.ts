import {
  canBeUsed,
  type CartChange,
  type CheckoutProps,
  type PaymentMethod,
  type Rate,
} from "../../../islands/store/checkout/model.ts";
import { fetchBalance, isExpired, fetchPaymentMethods, readOwnBilling } from "../../../worker/domain/payments/index.ts";
import {
  type Cart,
  type CartProduct,
  findCart,
  findCartSummary,
  listCartProducts,
  listShippingRates,
  readCheckoutNotices,
} from "../../../worker/domain/sales/index.ts";
import { dateText } from "../../../worker/ui/date.tsx";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import { isErrcode } from "../../../worker/contract/errcodes.ts";
import { Failure } from "../../../worker/contract/errors.ts";
import type { ReadCtx } from "../../../worker/domain/context.ts";
import { type AddressBookEntry, ownCountry, readAddressBook } from "../../../worker/domain/organizations/index.ts";
import type { Viewer } from "../../../worker/http/viewer.ts";
import { listCountries } from "../../countries.ts";

type Address = AddressBookEntry["address"];

export async function readCheckoutPage(ctx: ReadCtx) {
  // the batch's order matters: the cart must be read after the writes of products and rates
  const [lines, rates, cart, book, billing, summary, facts] = await Promise.all([
    listCartProducts(ctx),
    findRates(ctx),
    findCart(ctx),
    readAddressBook(ctx),
    readOwnBilling(ctx),
    findCartSummary(ctx),
    readCheckoutNotices(ctx),
  ]);
  const addresses = book.map(({ address }) => address);
  const is_being_paid = summary?.is_being_paid ?? false;
  return { products: lines.data, cart, addresses, rates, billing, is_being_paid, facts };
}
type CheckoutData = Awaited<ReturnType<typeof readCheckoutPage>>;

/** Undefined without anything to pay for. */
export async function toCheckout(
  ctx: ReadCtx,
  { products, cart, addresses, billing, facts, ...read }: CheckoutData,
  viewer: Viewer,
  query: URLSearchParams,
): Promise<CheckoutProps | undefined> {
  const lines = toLines(products, ctx.time_zone());
  if (!cart || lines.length === 0 || lines.length < Object.keys(cart.products).length) return undefined;
  const canPay = viewer.impersonator === null;
  const [methods, balance]: [PaymentMethod[], number] = canPay
    ? await Promise.all([listMethods(ctx, billing), fetchBalance(ctx, billing)])
    : [[], 0];
  const ships = lines.some(({ type }) => type === "hardware");
  const rates = ships && (cart.address.shipping ?? addresses[0]) ? read.rates : [];
  const problem = query.get("problem");
  const isNew = query.get("added") === "true";
  return {
    cart: toCheckoutCart(cart),
    lines,
    addresses,
    rates,
    payment_methods: methods,
    balance,
    countries: listCountries(),
    proposal: canPay ? propose({ cart, ships, addresses, rates, methods, isNew }) : null,
    problem: problem !== null && isErrcode(problem) ? problem : null,
    declined_method_id: canPay ? facts.declined_method_id : null,
    terms: facts.terms_version === null ? null : toTerms(facts.terms_version),
    today: new Date().toISOString().slice(0, 10),
    can_pay: canPay,
  };
}

const toTerms = (version: string) => ({
  version,
  href: hrefOf(pages.legalText, { kind: "terms" }, { version }),
});

const toCheckoutCart = ({
  cart_no,
  updated_at,
  products,
  address,
  stripe_payment_method,
  shipping_rate_id,
  shipping,
  previous_shipping,
  po_number,
  note,
}: Cart) => ({
  cart_no,
  updated_at,
  products,
  address,
  stripe_payment_method,
  shipping_rate_id,
  shipping,
  previous_shipping,
  po_number,
  note,
});

const toLines = (products: CartProduct[], timeZone: string): CheckoutProps["lines"] =>
  products.flatMap(({ id, name, quantity, price, type, subscription_term }) =>
    price === null
      ? []
      : [{ id, name, quantity, price, type, subscription_term, renews_on: renewalDay(subscription_term, timeZone) }],
  );

function renewalDay(term: CartProduct["subscription_term"], timeZone: string): string | null {
  if (!term) return null;
  const day = new Date();
  const months = term === "year" ? 12 : 1;
  const month = (day.getUTCMonth() + months) % 12;
  day.setUTCMonth(day.getUTCMonth() + months);
  // clamps the 31st to the last day of a shorter month
  if (day.getUTCMonth() !== month) day.setUTCDate(0);
  return dateText(day.toISOString(), timeZone);
}

async function listMethods(ctx: ReadCtx, billing: CheckoutData["billing"]): Promise<PaymentMethod[]> {
  const { data } = await fetchPaymentMethods(ctx, billing);
  return data.map((method) => Object.assign(method, { is_expired: isExpired(method) }));
}

/** For the cart's address, else the organization's first one; empty if no rate ships there. */
async function findRates(ctx: ReadCtx): Promise<Rate[]> {
  try {
    return (await listShippingRates(ctx, undefined, ownCountry(ctx))).data;
  } catch (error) {
    if (error instanceof Failure && error.errcode === "SHIPPING_RATE_NOT_FOUND") return [];
    throw error;
  }
}

type Known = {
  cart: Cart;
  ships: boolean;
  addresses: Address[];
  rates: Rate[];
  methods: PaymentMethod[];
  isNew: boolean;
};

/** The buyer sees and can change the preselection. */
function propose({ cart, ships, addresses, rates, methods, isNew }: Known): CartChange | null {
  const [first] = addresses;
  const { shipping, billing } = cart.address;
  const usable = methods.filter(canBeUsed);
  const chosen = cart.stripe_payment_method.stripe_payment_method_id;
  const change: CartChange = {};
  if (ships && !shipping && first) change.address = { shipping: first };
  if (!billing && (shipping ?? first)) change.address = { ...change.address, billing: shipping ?? first };
  if (ships && rates[0] && !rates.some(({ id }) => id === cart.shipping_rate_id)) change.shipping_rate_id = rates[0].id;
  // the provider lists newest first, so the first one was just added
  if (usable[0] && (isNew || !usable.some(({ id }) => id === chosen))) {
    change.stripe_payment_method = { stripe_payment_method_id: usable[0].id };
  }
  return Object.keys(change).length > 0 ? change : null;
}
