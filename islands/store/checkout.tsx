import { useEffect, useRef } from "react";
import { Addresses } from "./checkout/addresses.tsx";
import type { CheckoutProps } from "./checkout/model.ts";
import { PaymentChoice } from "./checkout/payment-choice.tsx";
import { Summary } from "./checkout/summary.tsx";
import { useCheckout } from "./checkout/use-checkout.ts";

/** Addresses, shipping, payment method and the order with its tax: every choice is kept in the cart, one button pays. */
export default function Checkout(props: CheckoutProps) {
  const checkout = useCheckout(props);
  const ref = useRef<HTMLDivElement>(null);
  // after a refusal the page was loaded again: the reason comes into sight
  useEffect(() => {
    if (props.problem) ref.current?.querySelector(".problem")?.scrollIntoView({ block: "center" });
  }, [props.problem]);
  return (
    <div className="with-summary" ref={ref}>
      <div className="steps">
        <Addresses checkout={checkout} page={props} />
        <PaymentChoice checkout={checkout} methods={props.payment_methods} can_pay={props.can_pay} />
      </div>
      <Summary checkout={checkout} page={props} />
    </div>
  );
}
