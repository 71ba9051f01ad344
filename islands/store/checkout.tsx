import { useEffect, useRef } from "react";
import { Billing, Shipping } from "./checkout/addresses.tsx";
import type { CheckoutProps } from "./checkout/model.ts";
import { OrderReference } from "./checkout/order-reference.tsx";
import { PaymentChoice } from "./checkout/payment-choice.tsx";
import { Summary } from "./checkout/summary.tsx";
import { useCheckout } from "./checkout/use-checkout.ts";

/** Every choice is saved in the cart at once. */
export default function Checkout(props: CheckoutProps) {
  const checkout = useCheckout(props);
  const ref = useRef<HTMLDivElement>(null);
  // a refusal reloads the page
  useEffect(() => {
    if (props.problem) ref.current?.querySelector(".problem")?.scrollIntoView({ block: "center" });
  }, [props.problem]);
  return (
    <div className="with-summary" ref={ref}>
      <div className="steps">
        <Shipping checkout={checkout} page={props} />
        <PaymentChoice checkout={checkout} methods={props.payment_methods} can_pay={props.can_pay} />
        <Billing checkout={checkout} page={props} />
        <OrderReference checkout={checkout} />
      </div>
      <Summary checkout={checkout} page={props} />
    </div>
  );
}
