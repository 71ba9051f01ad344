import type { CartChange, CheckoutProps, PaymentMethod, Rate } from "../../../islands/store/checkout/model.ts";
import { isExpired, listPaymentMethods } from "../../../worker/domain/billing/index.ts";
import {
  type Cart,
  type CartProduct,
  getCart,
  listCartProducts,
  listShippingRates,
} from "../../../worker/domain/carts/index.ts";
import { Failure } from "../../../worker/contract/errors.ts";
import type { Ctx } from "../../../worker/domain/context.ts";
import { type AddressBookEntry, readAddressBook } from "../../../worker/domain/organizations/index.ts";
import type { PageInput } from "../../../worker/http/page.ts";
import { listCountries } from "./countries.ts";

type Address = AddressBookEntry["address"];

/** What the checkout starts with; undefined when the cart holds nothing that can be paid for. */
export async function loadCheckout({ ctx, viewer, query }: PageInput): Promise<CheckoutProps | undefined> {
  // the lines first: reading them gives a cart whose prices changed its new version
  const lines = toLines((await listCartProducts(ctx)).data);
  if (lines.length === 0) return undefined;
  const canPay = viewer?.impersonator === null;
  const [cart, book, methods] = await Promise.all([getCart(ctx), readAddressBook(ctx), canPay ? listMethods(ctx) : []]);
  if (lines.length < Object.keys(cart.products).length) return undefined;
  const addresses = book.map(({ address }) => address);
  const ships = lines.some(({ type }) => type === "hardware");
  const shipping = cart.address.shipping ?? addresses[0];
  const rates = ships && shipping ? await findRates(ctx, shipping.country) : [];
  const isNew = query.get("added") === "true";
  return {
    cart: toShownCart(cart),
    lines,
    addresses,
    rates,
    payment_methods: methods,
    countries: listCountries(),
    proposal: canPay ? propose({ cart, ships, addresses, rates, methods, isNew }) : null,
    problem: query.get("problem"),
    can_pay: canPay,
  };
}

const toShownCart = ({ cart_no, updated_at, products, address, stripe_payment_method, shipping_rate_id }: Cart) => ({
  cart_no,
  updated_at,
  products,
  address,
  stripe_payment_method,
  shipping_rate_id,
});

const toLines = (products: CartProduct[]): CheckoutProps["lines"] =>
  products.flatMap(({ id, name, quantity, price, type, subscription_term }) =>
    price === null ? [] : [{ id, name, quantity, price, type, subscription_term }],
  );

async function listMethods(ctx: Ctx): Promise<PaymentMethod[]> {
  const { data } = await listPaymentMethods(ctx);
  return data.map((method) => Object.assign(method, { is_expired: isExpired(method) }));
}

/** None where nothing can be sent to; the checkout then says so. */
async function findRates(ctx: Ctx, country: string): Promise<Rate[]> {
  try {
    return (await listShippingRates(ctx, country)).data;
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

/** Chooses what most buyers would, where nothing is chosen yet: they see it and can change it. */
function propose({ cart, ships, addresses, rates, methods, isNew }: Known): CartChange | null {
  const [first] = addresses;
  const { shipping, billing } = cart.address;
  const usable = methods.filter(({ is_expired }) => !is_expired);
  const chosen = cart.stripe_payment_method.stripe_payment_method_id;
  const change: CartChange = {};
  if (ships && !shipping && first) change.address = { shipping: first };
  if (!billing && (shipping ?? first)) change.address = { ...change.address, billing: shipping ?? first };
  if (ships && rates[0] && !rates.some(({ id }) => id === cart.shipping_rate_id)) change.shipping_rate_id = rates[0].id;
  // the provider lists the newest first, which is the one that was just added
  if (usable[0] && (isNew || !usable.some(({ id }) => id === chosen))) {
    change.stripe_payment_method = { stripe_payment_method_id: usable[0].id };
  }
  return Object.keys(change).length > 0 ? change : null;
}
