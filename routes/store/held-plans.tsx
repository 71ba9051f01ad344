import { hrefOf, pages } from "../../worker/contract/pages.ts";
import type { HeldPlan } from "../../worker/domain/payments/index.ts";
import { DateText } from "../../worker/ui/date.tsx";

type HeldPlansProps = {
  held: readonly HeldPlan[];
  /** In the cart several products can be plans, so each is named. */
  is_in_cart?: boolean;
};

/** A second plan of the same software is charged beside the first. */
export const HeldPlans = ({ held, is_in_cart = false }: HeldPlansProps) =>
  held.map(({ id, name, product_name, is_same, becomes_at }) => (
    <p key={`${id} ${product_name}`} className="notice info">
      {is_same && `Your organization has ${is_in_cart ? product_name : "this plan"} already.`}
      {!is_same && becomes_at && (
        <>
          {name} of your organization becomes {is_in_cart ? product_name : "this plan"} on <DateText at={becomes_at} />.
          If you buy it now, you pay for both until then.
        </>
      )}
      {!is_same && !becomes_at && `Your organization has ${name}. Switch its term instead of paying for both.`}{" "}
      <a href={hrefOf(pages.subscription, { subscription_id: id })}>See your plan</a>
    </p>
  ));
