import {
  canBeUsed,
  type CartChange,
  type CheckoutProps,
  type PaymentMethod,
  type Rate,
} from "../../../islands/store/checkout/model.ts";
import { estimateDeliveryDates, type WorkCalendar } from "../../../worker/domain/fulfilment/index.ts";
import {
  availableCredit,
  findAccount,
  isExpired,
  type PaymentMethod as ListedMethod,
  readMethodOutcomes,
  readOwnBilling,
  fetchWalletIfUp,
} from "../../../worker/domain/payments/index.ts";
import { getShopSettings } from "../../../worker/domain/platform/index.ts";
import {
  type Cart,
  type CartProduct,
  type ConcernedRule,
  listCartRules,
  findCart,
  findCartSummary,
  findTermsVersion,
  refreshCartProducts,
  refreshShippingRates,
} from "../../../worker/domain/sales/index.ts";
import { dateText, dayTimeText } from "../../../worker/ui/date.tsx";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import { isErrcode } from "../../../worker/contract/errcodes.ts";
import { Failure } from "../../../worker/contract/errors.ts";
import type { ReadCtx } from "../../../worker/domain/context.ts";
import { type AddressBookEntry, ownCountry, readAddressBook } from "../../../worker/domain/organizations/index.ts";
import type { Viewer } from "../../../worker/http/viewer.ts";
import { listCountries } from "../../countries.ts";

type Address = AddressBookEntry["address"];

export async function loadCheckoutPage(ctx: ReadCtx) {
  // the batch's order matters: the cart must be read after the writes of products and rates
  const [lines, rates, cart, book, billing, outcomes, summary, terms_version, calendar, rules, account] =
    await Promise.all([
      refreshCartProducts(ctx),
      refreshRates(ctx),
      findCart(ctx),
      readAddressBook(ctx),
      readOwnBilling(ctx),
      readMethodOutcomes(ctx),
      findCartSummary(ctx),
      findTermsVersion(ctx),
      getShopSettings(ctx),
      listCartRules(ctx),
      findAccount(ctx),
    ]);
  const addresses = book.map(({ address }) => address);
  const is_being_paid = summary?.is_being_paid ?? false;
  return {
    products: lines.data,
    cart,
    addresses,
    rates,
    billing,
    outcomes,
    is_being_paid,
    terms_version,
    calendar,
    rules,
    account,
  };
}
type CheckoutData = Awaited<ReturnType<typeof loadCheckoutPage>>;

/** Undefined if the cart is empty or has a product that cannot be bought. */
export async function loadCheckoutProps(
  ctx: ReadCtx,
  { products, cart, addresses, billing, outcomes, terms_version, calendar, rules, account, ...read }: CheckoutData,
  viewer: Viewer,
  query: URLSearchParams,
): Promise<CheckoutProps | undefined> {
  const lines = toLines(products, ctx.time_zone(), calendar);
  if (!cart || lines.length === 0 || lines.length < Object.keys(cart.products).length) return undefined;
  const canPay = viewer.impersonator === null;
  const wallet = canPay ? await fetchWalletIfUp(ctx, billing, outcomes) : { methods: [], balance: 0 };
  const methods = (wallet?.methods ?? []).map((method) => toMethod(method, ctx.time_zone()));
  const chosenMethod = methods.find(({ id }) => id === cart.stripe_payment_method.stripe_payment_method_id);
  const ships = lines.some(({ type }) => type === "hardware");
  const rates = ships && (cart.address.shipping ?? addresses[0]) ? read.rates : [];
  const problem = query.get("problem");
  const isNew = query.get("added") === "true";
  const mayBeOnAccount =
    account !== null && !account.is_overdue && lines.every(({ subscription_term: term }) => term === null);
  return {
    cart: toCheckoutCart(cart),
    lines,
    addresses,
    rates,
    payment_methods: methods,
    is_provider_down: wallet === undefined,
    balance: wallet?.balance ?? 0,
    countries: listCountries(),
    proposal: canPay ? proposeChoices({ cart, ships, addresses, rates, methods, isNew, mayBeOnAccount }) : null,
    problem: problem !== null && isErrcode(problem) ? problem : null,
    declined_method_id: chosenMethod?.declined_text ? chosenMethod.id : null,
    terms: terms_version === null ? null : toTerms(terms_version),
    approval_rules: rules.map(toRule),
    account: account && {
      days: account.payment_terms_days,
      available: availableCredit(account),
      is_closed: account.is_overdue,
    },
    can_pay: canPay,
  };
}

/** A rule with a monthly budget applies to orders that exceed what is left of the budget. */
const toRule = ({ min_total, monthly_budget, spent, deciders }: ConcernedRule) => ({
  asks_from: Math.max(min_total ?? 0, monthly_budget === null ? 0 : monthly_budget - (spent ?? 0) + 1),
  approvers: deciders.map(({ name }) => name),
});

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
  payment_method,
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
  payment_method,
  shipping_rate_id,
  shipping,
  previous_shipping,
  po_number,
  note,
});

function toLines(products: CartProduct[], timeZone: string, calendar: WorkCalendar): CheckoutProps["lines"] {
  const paid_at = Date.now();
  return products.flatMap(({ id, name, quantity, price, type, subscription_term, lead_days: days }) => {
    if (price === null) return [];
    const lead_days = type === "hardware" ? days : null;
    return {
      id,
      name,
      quantity,
      price,
      type,
      subscription_term,
      renews_on: renewalDay(subscription_term, timeZone),
      ships_by: estimateDeliveryDates({ lead_days, paid_at }, calendar)?.ships_by ?? null,
      ships_by_bank: estimateDeliveryDates({ lead_days, paid_at, is_bank_debit: true }, calendar)?.ships_by ?? null,
    };
  });
}

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

const toMethod = (method: ListedMethod, timeZone: string): PaymentMethod => ({
  ...method,
  is_expired: isExpired(method),
  declined_text: method.declined_at === null ? null : `Declined ${dayTimeText(method.declined_at, timeZone)}`,
});

/** Rates for the address of the cart, else for the organization's first address; empty if no rate ships there. */
async function refreshRates(ctx: ReadCtx): Promise<Rate[]> {
  try {
    return (await refreshShippingRates(ctx, undefined, ownCountry(ctx))).data;
  } catch (error) {
    if (error instanceof Failure && error.errcode === "SHIPPING_RATE_NOT_FOUND") return [];
    throw error;
  }
}

type ProposalInput = {
  cart: Cart;
  ships: boolean;
  addresses: Address[];
  rates: Rate[];
  methods: PaymentMethod[];
  isNew: boolean;
  mayBeOnAccount: boolean;
};

/** The buyer sees the preselected choices and can change them. */
function proposeChoices({
  cart,
  ships,
  addresses,
  rates,
  methods,
  isNew,
  mayBeOnAccount,
}: ProposalInput): CartChange | null {
  const [firstAddress] = addresses;
  const { shipping, billing } = cart.address;
  const usableMethods = methods.filter(canBeUsed);
  const methodId = cart.stripe_payment_method.stripe_payment_method_id;
  const change: CartChange = {};
  if (ships && !shipping && firstAddress) change.address = { shipping: firstAddress };
  if (!billing && (shipping ?? firstAddress)) change.address = { ...change.address, billing: shipping ?? firstAddress };
  if (ships && rates[0] && !rates.some(({ id }) => id === cart.shipping_rate_id)) change.shipping_rate_id = rates[0].id;
  const preferredMethod = findPreferredMethod(usableMethods, isNew);
  if (cart.payment_method === "account" && !isNew) return Object.keys(change).length > 0 ? change : null;
  if (!preferredMethod && mayBeOnAccount && methodId === null) change.payment_method = "account";
  if (preferredMethod && (isNew || !usableMethods.some(({ id }) => id === methodId))) {
    change.stripe_payment_method = { stripe_payment_method_id: preferredMethod.id };
  }
  return Object.keys(change).length > 0 ? change : null;
}

/**
 * The method just added, else the one that paid last, else the newest; never one whose last payment was declined. The
 * provider lists the newest first.
 */
function findPreferredMethod(methods: PaymentMethod[], isNew: boolean): PaymentMethod | undefined {
  const trusted = methods.filter(({ declined_at }) => declined_at === null);
  if (isNew) return trusted[0];
  return trusted.toSorted((one, other) => (other.last_paid_at ?? "").localeCompare(one.last_paid_at ?? ""))[0];
}
