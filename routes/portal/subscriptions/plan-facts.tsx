import { formatMoney } from "../../../islands/lib/money.ts";
import { briefMethodName } from "../../../worker/contract/buying/payment-method-name.ts";
import type { Subscription } from "../../../worker/domain/payments/index.ts";
import { DateText } from "../../../worker/ui/date.tsx";
import { NextText } from "../../../worker/ui/parts/subscription-next.tsx";

/** "Renews 26 Jun 2027 with Visa ··4242 for $964.51", or what happens instead. */
export function PlanFacts({ plan }: { plan: Subscription }) {
  const { next_charge: next, payment_method: method, status } = plan;
  if (!next) return <NextText plan={plan} />;
  return (
    <>
      {status === "trialing" ? "First payment" : "Renews"} <DateText at={next.at} />
      {method && ` with ${briefMethodName(method)}`} for {formatMoney(next.amount)}
    </>
  );
}
