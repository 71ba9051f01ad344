import { type FormEvent, useRef, useState } from "react";
import type { addCartProduct } from "../../worker/contract/v1/store/cart.ts";
import { call, type FailedOutcome } from "../lib/api.ts";
import { showCartCount } from "../lib/cart-badge.ts";
import { cartMessage, duplicatePlanMessage } from "../../worker/contract/buying/cart-messages.ts";
import { pages } from "../../worker/contract/pages.ts";

type AddToCartProps = {
  product_id: string;
  name: string;
  /** Shown in the panel that confirms the addition. */
  picture: string | null;
  is_subscription: boolean;
  quantity: number;
  /** Address of the sign-in that returns here; the quantity is appended. */
  sign_in_href: string;
};
type Result = { in_cart: number } | { problem: string; link?: [label: string, href: string] };

function toFailedResult(outcome: FailedOutcome, signInHref: string): Result {
  if (outcome.status === 401) {
    return {
      problem: "You have been signed out. Sign in to add this product.",
      link: ["Sign in and come back", signInHref],
    };
  }
  const problem = outcome.issues?.[0]?.message ?? cartMessage(outcome);
  if (problem === duplicatePlanMessage) return { problem, link: ["See subscriptions", pages.subscriptions] };
  if (outcome.errcode === "CART_OUTDATED") return { problem, link: ["Continue the payment", pages.checkout] };
  return { problem };
}

/** With script the product is added without leaving the page; without script the form opens the cart. */
export default function AddToCart(props: AddToCartProps) {
  const { product_id, name, picture, is_subscription, quantity: initialQuantity, sign_in_href } = props;
  const [result, setResult] = useState<Result>();
  const [busy, setBusy] = useState(false);
  const isSending = useRef(false);

  const add = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isSending.current) return;
    const quantity = Number(new FormData(event.currentTarget).get("quantity") ?? 1);
    isSending.current = true;
    setBusy(true);
    setResult(undefined);
    const outcome = await call<typeof addCartProduct>(
      { method: "POST", path: "/v1/store/cart/products/{id}", status: 200, needs: ["products"] },
      { params: { id: product_id }, body: { quantity } },
    );
    isSending.current = false;
    setBusy(false);
    if (!outcome.ok) return setResult(toFailedResult(outcome, sign_in_href + quantity));
    showCartCount(outcome.data.products);
    setResult({ in_cart: outcome.data.products[product_id] ?? 0 });
  };

  return (
    <form className="add-form" method="post" action={pages.addToCart} onSubmit={(event) => void add(event)}>
      <input type="hidden" name="product_id" value={product_id} />
      {!is_subscription && (
        <label className="quantity">
          Quantity
          <input
            type="number"
            name="quantity"
            min="1"
            max="10000"
            step="1"
            defaultValue={initialQuantity}
            required
            inputMode="numeric"
          />
        </label>
      )}
      <button className="button" aria-busy={busy}>
        Add to cart
      </button>
      <div className="add-answer" role="status">
        {result && "in_cart" in result && (
          <div className="cart-panel">
            {picture && <img className="thumbnail" src={picture} alt="" width="48" height="48" />}
            <div>
              <b>{name}</b>
              <p>{is_subscription ? "Added to your cart." : `Added. You have ${result.in_cart} in your cart.`}</p>
            </div>
            <p className="actions">
              <a className="button quiet" href={pages.cart}>
                Go to cart
              </a>
              <a className="button" href={pages.checkout}>
                Check out
              </a>
            </p>
          </div>
        )}
        {result && "problem" in result && (
          <p className="notice danger">
            {result.problem} {result.link && <a href={result.link[1]}>{result.link[0]}</a>}
          </p>
        )}
      </div>
    </form>
  );
}
