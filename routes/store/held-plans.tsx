import { hrefOf, pages } from "../../worker/contract/pages.ts";
import type { HeldPlan } from "../../worker/domain/payments/index.ts";
import { DateText } from "../../worker/ui/date.tsx";

type HeldPlansProps = {
  held: readonly HeldPlan[];
  /** In the cart the notice names the plan, because a cart may hold several. */
  is_in_cart?: boolean;
};

/** A second plan of the same software is charged in addition to the first. */
export const HeldPlans = ({ held, is_in_cart = false }: HeldPlansProps) =>
  held.map(({ id, name, product_name, is_same, becomes_at }) => (
    <p key={`${id} ${product_name}`} className="notice info">
      {is_same && `Your organization already has ${is_in_cart ? product_name : "this plan"}.`}
      {!is_same && becomes_at && (
        <>
          Your organization’s {name} becomes {is_in_cart ? product_name : "this plan"} on <DateText at={becomes_at} />.
          {is_in_cart && " It cannot be bought again: remove it from the cart."}
        </>
      )}
      {!is_same && !becomes_at && `Your organization has ${name}. Switch its term instead of paying for both.`}{" "}
      <a href={hrefOf(pages.subscription, { subscription_id: id })}>See your plan</a>
    </p>
  ));
