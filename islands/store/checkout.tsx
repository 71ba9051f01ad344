import { useEffect, useRef } from "react";
import { BillingAddress, ShippingAddress } from "./checkout/addresses.tsx";
import type { CheckoutProps } from "./checkout/model.ts";
import { OrderReference } from "./checkout/order-reference.tsx";
import { addMethodForm, PaymentChoice } from "./checkout/payment-choice.tsx";
import { Summary } from "./checkout/summary.tsx";
import { pages } from "../../worker/contract/pages.ts";
import { useCheckout } from "./checkout/use-checkout.ts";

export default function Checkout(props: CheckoutProps) {
  const checkout = useCheckout(props);
  const ref = useRef<HTMLDivElement>(null);
  // a refusal reloads the page, which then scrolls to the problem
  useEffect(() => {
    if (props.problem) ref.current?.querySelector(".problem")?.scrollIntoView({ block: "center" });
  }, [props.problem]);
  return (
    <div className="with-summary" ref={ref}>
      <div className="steps">
        <ShippingAddress checkout={checkout} page={props} />
        <PaymentChoice checkout={checkout} page={props} />
        <BillingAddress checkout={checkout} page={props} />
        <OrderReference checkout={checkout} />
      </div>
      <form id={addMethodForm} hidden method="post" action={pages.checkoutPaymentMethod} />
      <Summary checkout={checkout} page={props} />
    </div>
  );
}
