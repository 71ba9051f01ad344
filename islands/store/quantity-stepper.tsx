import { type MouseEvent, useEffect, useRef, useState } from "react";
import { cartMessage, wrongQuantityMessage } from "../../worker/contract/buying/cart-messages.ts";
import type { setCartProduct } from "../../worker/contract/v1/store/cart.ts";
import { call } from "../lib/api.ts";
import { showCartCount } from "../lib/cart-badge.ts";
import { showCartTotals } from "../lib/cart-totals.ts";

type StepperProps = {
  product_id: string;
  name: string;
  quantity: number;
  /** Typed before a sign-in; saved on page load. */
  typed: number | null;
  /** Id of the page's form, used without script and on the way to checkout. */
  form: string;
  sign_in_href: string;
  is_locked: boolean;
};

const debounceMs = 350;
const isQuantity = (value: number) => Number.isInteger(value) && value >= 1 && value <= 10_000;

export default function QuantityStepper(props: StepperProps) {
  const { product_id, name, quantity, typed, form, sign_in_href, is_locked } = props;
  const input = useRef<HTMLInputElement>(null);
  const [isMinimum, setIsLeast] = useState((typed ?? quantity) <= 1);
  const { state, problem, change } = useAutosave(product_id, quantity);
  const updateQuantity = (text: string) => {
    setIsLeast(Number(text) <= 1);
    change(text);
  };
  // input from before hydration is saved too
  useEffect(() => {
    if (input.current && input.current.value !== String(quantity)) updateQuantity(input.current.value);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once
  }, []);
  const stepBy = (by: number) => (event: MouseEvent) => {
    event.preventDefault();
    if (!input.current) return;
    input.current.value = String(Math.min(Math.max((Number(input.current.value) || 0) + by, 1), 10_000));
    updateQuantity(input.current.value);
  };
  const renderButton = (by: -1 | 1) => (
    <button
      className="button quiet"
      form={form}
      name="step"
      value={`${product_id}:${by}`}
      aria-label={by < 0 ? `One less of ${name}` : `One more of ${name}`}
      disabled={is_locked || (by < 0 && isMinimum)}
      onClick={stepBy(by)}
    >
      {by < 0 ? "−" : "+"}
    </button>
  );
  return (
    <div className="stepper" data-state={state} aria-busy={state === "saving"}>
      <div>
        {renderButton(-1)}
        <input
          type="number"
          form={form}
          name={`products.${product_id}`}
          min="1"
          max="10000"
          step="1"
          required
          inputMode="numeric"
          ref={input}
          defaultValue={typed ?? quantity}
          autoComplete="off"
          readOnly={is_locked}
          aria-label={`Quantity of ${name}`}
          onInput={(event) => updateQuantity(event.currentTarget.value)}
        />
        {renderButton(1)}
      </div>
      {problem && (
        <p className="problem" role="alert">
          {problem}{" "}
          {state === "signed-out" && (
            <a href={sign_in_href} onClick={carryQuantities}>
              Sign in
            </a>
          )}
        </p>
      )}
    </div>
  );
}

/** Without a session the typed quantities are not saved, so this function adds them to the sign-in link. */
function carryQuantities({ currentTarget: link }: MouseEvent<HTMLAnchorElement>): void {
  const fields = [...document.querySelectorAll<HTMLInputElement>('input[name^="products."]')];
  const typed = new URLSearchParams(fields.map(({ name, value }) => [name, value]));
  const next = new URL(link.href);
  next.searchParams.set("redirect_uri", `${location.pathname}?${typed}`);
  link.href = next.href;
}

type SavingState = "saved" | "unsaved" | "saving" | "signed-out";

/** Sends one request at a time, for the latest quantity. */
function useAutosave(id: string, initialQuantity: number) {
  const [state, setState] = useState<SavingState>("saved");
  const [problem, setProblem] = useState<string>();
  /** The typed number, which may be no quantity. */
  const latestQuantity = useRef(initialQuantity);
  const savedQuantity = useRef(initialQuantity);
  const isSending = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const save = async () => {
    if (isSending.current) return;
    isSending.current = true;
    while (isQuantity(latestQuantity.current) && latestQuantity.current !== savedQuantity.current) {
      const quantity = latestQuantity.current;
      setState("saving");
      const outcome = await call<typeof setCartProduct>(
        { method: "PUT", path: "/v1/store/cart/products/{id}", status: 200, needs: ["products"] },
        { params: { id }, body: { quantity } },
      );
      if (outcome.ok) {
        savedQuantity.current = quantity;
        showCartCount(outcome.data.products);
        showCartTotals(outcome.data);
      } else if (quantity === latestQuantity.current) {
        setProblem(outcome.status === 401 ? "You have been signed out." : cartMessage(outcome));
        isSending.current = false;
        return setState(outcome.status === 401 ? "signed-out" : "unsaved");
      }
    }
    isSending.current = false;
    setState(isQuantity(latestQuantity.current) ? "saved" : "unsaved");
  };

  const change = (text: string) => {
    const value = Number(text);
    clearTimeout(timer.current);
    latestQuantity.current = value;
    setProblem(isQuantity(value) ? undefined : wrongQuantityMessage);
    setState("unsaved");
    timer.current = setTimeout(save, debounceMs);
  };

  useEffect(() => () => clearTimeout(timer.current), []);
  return { state, problem, change };
}
