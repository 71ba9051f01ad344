import type { ReactNode } from "react";
import { formatMoney } from "../../../islands/lib/money.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import type { AdminOrder } from "../../../worker/domain/fulfilment/index.ts";
import type { OrderCustomer } from "../../../worker/domain/payments/index.ts";
import { StaffLink, useCan } from "../../../worker/ui/access.tsx";
import { Facts } from "../../../worker/ui/parts/facts.tsx";

type CustomerProps = { order: AdminOrder; customer: OrderCustomer };

/** Figures link to their rows for viewers who may read the rows. */
export function Customer({ order: { org_id, organization, placed_by }, customer }: CustomerProps) {
  const { price_level, order_count, open_balance } = customer;
  const canReadInvoices = useCan("invoices:read");
  const facts: [string, ReactNode][] = [
    [
      "Organization",
      <StaffLink key="org" access="organizations:read" href={hrefOf(pages.organization, { org_id })}>
        {organization.name}
      </StaffLink>,
    ],
    [
      "Placed by",
      placed_by && (
        <StaffLink key="person" access="people:read" href={hrefOf(pages.adminPerson, { user_id: placed_by.id })}>
          {placed_by.name}
        </StaffLink>
      ),
    ],
    ["Price level", <PriceLevelLink key="level" level={price_level} />],
    [
      "Orders so far",
      <a key="orders" href={hrefOf(pages.adminOrders, {}, { org_id })}>
        {order_count.toLocaleString("en-US")}
      </a>,
    ],
    [
      "Open balance",
      canReadInvoices && (
        <a key="balance" href={hrefOf(pages.adminInvoices, {}, { org_id, is_unpaid: "true" })}>
          {formatMoney(open_balance)}
        </a>
      ),
    ],
  ];
  return (
    <section id="customer">
      <h2>Customer</h2>
      <Facts facts={facts.filter(([, value]) => value)} />
    </section>
  );
}

function PriceLevelLink({ level }: { level: OrderCustomer["price_level"] }) {
  if (level === null) return "List prices";
  if (level.id === null) return level.name;
  return (
    <StaffLink access="prices:read" href={hrefOf(pages.adminPriceLevel, { id: level.id })}>
      {level.name}
    </StaffLink>
  );
}
