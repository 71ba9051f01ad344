import { formatMoney } from "../../../islands/lib/money.ts";
import { briefMethodName } from "../../../worker/contract/buying/payment-method-name.ts";
import type { Subscription } from "../../../worker/domain/payments/index.ts";
import { DateText } from "../../../worker/ui/date.tsx";
import { NextText } from "../../../worker/ui/parts/subscription-next.tsx";

const termNames = { month: "Monthly", year: "Yearly" } as const;

/** "Monthly from 26 Jun 2027: $53.04 a month". */
export const NewTerm = ({ interval, begins_at, price }: NonNullable<Subscription["scheduled_switch"]>) => (
  <>
    {termNames[interval]} from <DateText at={begins_at} />: {formatMoney(price)} a {interval}
  </>
);

/** "Renews 26 Jun 2027 with Visa ··4242 for $964.51", or what happens instead. */
export function PlanFacts({ plan }: { plan: Subscription }) {
  const { next_charge: nextCharge, payment_method: method, status, scheduled_switch: scheduledSwitch } = plan;
  if (!nextCharge) return <NextText plan={plan} />;
  if (scheduledSwitch)
    return (
      <>
        <NewTerm {...scheduledSwitch} />
        {method && `, with ${briefMethodName(method)}`}
      </>
    );
  return (
    <>
      {status === "trialing" ? "First payment" : "Renews"} <DateText at={nextCharge.at} />
      {method && ` with ${briefMethodName(method)}`} for {formatMoney(nextCharge.amount)}
    </>
  );
}
