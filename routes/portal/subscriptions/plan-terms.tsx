import type { ReactNode } from "react";
import { formatMoney, termText } from "../../../islands/lib/money.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import type { BilledInvoice, Subscription } from "../../../worker/domain/payments/index.ts";
import { DateText } from "../../../worker/ui/date.tsx";
import { Thumbnail } from "../../../worker/ui/figures/picture.tsx";
import { hasEnded } from "../../../worker/ui/parts/subscription-next.tsx";

type PlanTermsProps = {
  plan: Subscription;
  invoices: BilledInvoice[];
  /** True if the plan has a page in the store. */
  is_sold: boolean;
  children: ReactNode;
};

export function PlanTerms({ plan, invoices, is_sold, children }: PlanTermsProps) {
  const { id, name, main_image } = plan.product;
  return (
    <section className="summary" aria-label="Terms">
      <p className="pictured">
        <Thumbnail src={main_image} size={64} />
        {is_sold ? <a href={hrefOf(pages.product, { product_id: id })}>See the plan in the store</a> : name}
      </p>
      <dl className="totals">
        {hasEnded(plan) ? <FormerPrice plan={plan} /> : <PriceRows plan={plan} invoices={invoices} />}
      </dl>
      <dl className="totals">
        <Row {...startRow(plan)} />
        <Usage plan={plan} />
      </dl>
      {children}
    </section>
  );
}

function PriceRows({ plan, invoices }: Pick<PlanTermsProps, "plan" | "invoices">) {
  const { product } = plan;
  const tax = taxAmount(plan, invoices);
  return (
    <>
      {tax > 0 && <Row name="Price" value={formatMoney(product.amount)} />}
      {tax > 0 && <Row name="Tax" value={formatMoney(tax)} />}
      <Row name={`Total ${termText(product)}`} value={formatMoney(product.amount + tax)} is_total />
    </>
  );
}

/** Price of a plan that is no longer charged, without tax and total. */
const FormerPrice = ({ plan: { product, status } }: { plan: Subscription }) => (
  <Row
    name={status === "incomplete_expired" ? `Price ${termText(product)}` : `Last price ${termText(product)}`}
    value={formatMoney(product.amount)}
  />
);

function Usage({ plan }: { plan: Subscription }) {
  if (plan.status === "trialing" && plan.current_period_end)
    return <Row name="Can be used from" value={<DateText at={plan.current_period_end} />} />;
  if (plan.is_available || hasEnded(plan) || isAhead(plan)) return null;
  return <Row name="Can be used" value="Not now" />;
}

const isAhead = ({ start_at }: Subscription): boolean => Date.parse(start_at) > Date.now();

/** Tax of the next term, else of the last one; a scheduled switch does not change the current term. */
function taxAmount({ next_charge, scheduled_switch, product }: Subscription, [newest]: BilledInvoice[]): number {
  const next = scheduled_switch ? undefined : next_charge?.amount;
  const total = next ?? newest?.amount ?? product.amount;
  return Math.max(0, total - product.amount);
}

/** An unpaid subscription has not started. */
function startRow(plan: Subscription) {
  const { status, start_at, created_at } = plan;
  if (status === "incomplete" || status === "incomplete_expired")
    return { name: "Ordered on", value: <DateText at={created_at} /> };
  return { name: isAhead(plan) ? "Starts on" : "Started on", value: <DateText at={start_at} /> };
}

function Row({ name, value, is_total }: { name: string; value: ReactNode; is_total?: boolean }) {
  return (
    <div className={is_total ? "total" : undefined}>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
