import { type FormEvent, useRef, useState } from "react";
import type { addCartProduct } from "../../worker/contract/v1/store/cart.ts";
import { call } from "../lib/api.ts";
import { showCartCount } from "../lib/cart-badge.ts";
import { cartSentence, duplicatePlan } from "../../worker/contract/buying-sentences.ts";
import { pages } from "../../worker/contract/pages.ts";

type AddToCartProps = { product_id: string; is_subscription: boolean };
type Result = { in_cart: number } | { problem: string };

/** Adds to the cart and stays on the page; without script the same form goes to the cart. */
export default function AddToCart({ product_id, is_subscription }: AddToCartProps) {
  const [result, setResult] = useState<Result>();
  const [busy, setBusy] = useState(false);
  const sending = useRef(false);

  const add = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (sending.current) return;
    const quantity = Number(new FormData(event.currentTarget).get("quantity") ?? 1);
    sending.current = true;
    setBusy(true);
    setResult(undefined);
    const outcome = await call<typeof addCartProduct>(
      { method: "POST", path: "/v1/store/cart/products/{id}", status: 200, needs: ["products"] },
      { params: { id: product_id }, body: { quantity } },
    );
    sending.current = false;
    setBusy(false);
    if (!outcome.ok) return setResult({ problem: cartSentence(outcome) });
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
            defaultValue="1"
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
          <p className="notice success">
            {is_subscription ? "Added to your cart." : `Added. Your cart holds ${result.in_cart} of these.`}{" "}
            <a href={pages.cart}>Go to cart</a>
          </p>
        )}
        {result && "problem" in result && (
          <p className="notice danger">
            {result.problem} {result.problem === duplicatePlan && <a href={pages.subscriptions}>See subscriptions</a>}
          </p>
        )}
      </div>
    </form>
  );
}
