// One hook, because every choice of the checkout waits for the same queue of saves.
import { useEffect, useRef, useState } from "react";
import type { calculateCartTax, listShippingRates, updateCart } from "../../../worker/contract/v1/store/cart.ts";
import { call } from "../../lib/api.ts";
import {
  type Cart,
  canCalculateTax,
  type CartChange,
  type CheckoutProps,
  needsShipping,
  type Rate,
  type Tax,
  applyChange,
} from "./model.ts";
import { describeShippingChange } from "../../../worker/contract/buying/shipping-change.ts";
import type { AnyErrcode } from "../../../worker/contract/errcodes.ts";
import { type Place, toPlacedMessage, type Problems, type CheckoutError, staleErrcodes } from "./places.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";

/** The reloaded page shows the error; all choices are in the saved cart. */
const reload = (errcode: AnyErrcode) => location.replace(hrefOf(pages.checkout, {}, { problem: errcode }));

const affectsTax = ({ address, shipping_rate_id }: CartChange): boolean => !!address || shipping_rate_id !== undefined;

const cartUpdate = { method: "PUT", path: "/v1/store/cart", status: 200, needs: ["updated_at"] } as const;

type ReferenceChange = Pick<CartChange, "po_number" | "note">;
type Typing = Record<"shipping" | "billing", boolean>;
/** False if the typed address is incomplete or its saving failed, which the page shows. */
export type SaveAddress = () => Promise<boolean>;

function useProblems({ problem, lines, cart }: CheckoutProps) {
  const ships = needsShipping(lines);
  const initialProblem = problem ? toPlacedMessage({ errcode: problem, message: "" }, ships) : undefined;
  const change = cart.previous_shipping && describeShippingChange(cart.previous_shipping, cart.shipping);
  const [problems, setProblems] = useState<Problems>({
    ...(ships && change && { rate: change }),
    ...(initialProblem?.[1] && { [initialProblem[0]]: initialProblem[1] }),
  });
  const tell = (failed: CheckoutError, otherwise?: Place) => {
    const [place, message] = toPlacedMessage(failed, ships, otherwise);
    setProblems((previous) => ({ ...previous, [place]: message }));
  };
  const forget = (...places: Place[]) =>
    setProblems((previous) => ({ ...previous, ...Object.fromEntries(places.map((place) => [place, undefined])) }));
  const showRateMessage = (rate: string) => setProblems((previous) => ({ ...previous, rate }));
  return { problems, tell, showRateMessage, forget };
}

/**
 * Saves every choice at once, in sequence, and recalculates tax after a change of address or shipping rate. Payment is
 * always for the displayed version of the cart.
 */
export function useCheckout(props: CheckoutProps) {
  const { lines } = props;
  const { problems, tell, showRateMessage, forget } = useProblems(props);
  const [cart, setCart] = useState(props.cart);
  const [rates, setRates] = useState<Rate[]>(props.rates);
  const shownRates = useRef(props.rates);
  const showRates = (list: Rate[]) => {
    shownRates.current = list;
    setRates(list);
  };
  const [tax, setTax] = useState<Tax>();
  const [pendingCount, setWorking] = useState(0);
  /** Addresses being edited block payment. */
  const [typing, setTyping] = useState<Typing>({ shipping: false, billing: false });
  const addressForms = useRef(new Map<keyof Typing, SaveAddress>());
  const [declined, setDeclined] = useState(props.declined_method_id);
  const lastTaxRequest = useRef(0);
  const lastRatesRequest = useRef(0);
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  /** Typed values without a successful reply yet, sent once more when the page is left. */
  const unsavedReference = useRef<ReferenceChange>({});
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // `cart` is optimistic; `savedCart` is the server's last state
  const savedCart = useRef(props.cart);

  const trackPending = <T>(work: Promise<T>): Promise<T> => {
    setWorking((count) => count + 1);
    return work.finally(() => setWorking((count) => count - 1));
  };
  const enqueue = (work: () => Promise<boolean>): Promise<boolean> => {
    const result = queue.current.then(work);
    queue.current = result;
    return result;
  };

  /** Runs outside the queue, so that saving typed input does not wait for the provider; only the last answer counts. */
  async function fetchTax(current: Cart): Promise<void> {
    const request = (lastTaxRequest.current += 1);
    setTax(undefined);
    if (!canCalculateTax(current, lines)) return;
    const outcome = await call<typeof calculateCartTax>(
      { method: "GET", path: "/v1/store/cart/tax", status: 200, needs: ["tax_amount"] },
      {},
    );
    if (request !== lastTaxRequest.current) return;
    // only the place of the tax offers another try
    if (!outcome.ok) return tell(outcome, "tax");
    setTax(outcome.data);
  }

  const calculateTax = (current: Cart) => trackPending(fetchTax(current));

  function syncShippingRate(now: Cart["shipping"]): void {
    const displayedRate = shownRates.current.find(({ id }) => id === now?.id);
    const change = displayedRate && now && describeShippingChange(displayedRate, now);
    if (!now || !change) return;
    showRates(shownRates.current.map((rate) => (rate === displayedRate ? { ...rate, ...now } : rate)));
    showRateMessage(change);
  }

  /** Reloads the page after an error of `staleErrcodes`, such as a change of the cart in another tab. */
  async function putChange(change: CartChange): Promise<boolean> {
    const body = { ...change, updated_at: savedCart.current.updated_at };
    const outcome = await call<typeof updateCart>(cartUpdate, { body });
    if (!outcome.ok && outcome.errcode && staleErrcodes.includes(outcome.errcode)) {
      // A save that is sent as the page is left could follow the reading of the reloaded page.
      await sendUnsaved();
      reload(outcome.errcode);
    }
    if (outcome.ok) {
      savedCart.current = outcome.data;
      syncShippingRate(outcome.data.shipping);
    } else tell(outcome);
    setCart(savedCart.current);
    if (affectsTax(change)) void calculateTax(savedCart.current);
    return outcome.ok;
  }

  /** Sends the typed reference into whatever version the cart has. */
  async function sendUnsaved(): Promise<void> {
    const body = unsavedReference.current;
    unsavedReference.current = {};
    if (Object.keys(body).length > 0) await call<typeof updateCart>(cartUpdate, { body, keepalive: true });
  }

  function save(change: CartChange, ...places: Place[]): Promise<boolean> {
    forget("tax", "pay", ...places);
    setCart((shown) => applyChange(shown, change));
    return trackPending(enqueue(() => putChange(change)));
  }

  /** Saves the typed reference; payment waits for the result, and the next call repeats what failed. */
  function flush(): Promise<boolean> {
    clearTimeout(timer.current);
    return enqueue(async () => {
      const change = unsavedReference.current;
      const isSaved = Object.keys(change).length === 0 || (await putChange(change));
      // a change typed meanwhile is in another object, which stays unsaved
      if (isSaved && unsavedReference.current === change) unsavedReference.current = {};
      return isSaved;
    });
  }

  function write(change: ReferenceChange): void {
    forget("order");
    unsavedReference.current = { ...unsavedReference.current, ...change };
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void flush(), 350);
  }

  const setAddressForm = (kind: keyof Typing, saveAddress: SaveAddress | undefined): void => {
    if (saveAddress) addressForms.current.set(kind, saveAddress);
    else addressForms.current.delete(kind);
  };

  /** The shipping address comes first, because an unset billing address changes with it. */
  async function saveTypedAddresses(): Promise<boolean> {
    for (const kind of ["shipping", "billing"] as const)
      if ((await addressForms.current.get(kind)?.()) === false) return false;
    return true;
  }

  const settle = async (): Promise<Cart | undefined> => ((await flush()) ? savedCart.current : undefined);

  /**
   * Cheapest first; empty if nothing ships there. Undefined if the request fails, or if the buyer has chosen another
   * address meanwhile.
   */
  async function findRates(country: string | undefined): Promise<Rate[] | undefined> {
    const request = (lastRatesRequest.current += 1);
    const isShown = country === cart.address.shipping?.country && shownRates.current.length > 0;
    if (isShown || country === undefined) return shownRates.current;
    const outcome = await trackPending(
      call<typeof listShippingRates>(
        { method: "GET", path: "/v1/store/cart/shipping-rates", status: 200, needs: ["data"] },
        { query: { country } },
      ),
    );
    if (request !== lastRatesRequest.current) return undefined;
    if (!outcome.ok && outcome.errcode !== "SHIPPING_RATE_NOT_FOUND") {
      tell(outcome);
      return undefined;
    }
    const found = outcome.ok ? outcome.data.data : [];
    showRates(found);
    return found;
  }

  const retryTax = () => {
    forget("tax");
    void calculateTax(savedCart.current);
  };

  const choosePaymentMethod = (id: string) => {
    setDeclined(null);
    return save({ stripe_payment_method: { stripe_payment_method_id: id } }, "payment");
  };

  const chooseAccount = () => {
    setDeclined(null);
    return save({ payment_method: "account" }, "payment");
  };

  useEffect(() => {
    const leave = () => void sendUnsaved();
    addEventListener("beforeunload", leave);
    return () => removeEventListener("beforeunload", leave);
  }, []);

  useEffect(() => {
    // a reload would show the same error again
    if (props.problem) history.replaceState(null, "", location.pathname);
    if (props.proposal) void save(props.proposal);
    if (!props.proposal || !affectsTax(props.proposal)) void calculateTax(props.cart);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when the page opens
  }, []);

  const setIsTyping = (kind: keyof Typing, isTyping: boolean) =>
    setTyping((before) => ({ ...before, [kind]: isTyping }));
  return {
    cart,
    rates,
    tax,
    problems,
    typing,
    setIsTyping,
    setAddressForm,
    saveTypedAddresses,
    declined,
    choosePaymentMethod,
    chooseAccount,
    is_working: pendingCount > 0,
    tell,
    forget,
    save,
    write,
    settle,
    findRates,
    retryTax,
    reload,
  };
}

export type Checkout = ReturnType<typeof useCheckout>;
