import { formatMoney } from "../../../islands/lib/money.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import type { Overview } from "../../../worker/domain/search/index.ts";
import { counted } from "../../portal/home/needs.ts";

type Line = { label: string; count: number; amount?: number; href: string };

export function Waiting({ overview: { invoices, renewals, messages, callbacks } }: { overview: Overview }) {
  const waiting = { state: "waiting" };
  const lines: Line[] = [
    { label: "Invoices unpaid", ...invoices.unpaid, href: hrefOf(pages.adminInvoices, {}, { is_unpaid: "true" }) },
    {
      label: "Renewals within 30 days",
      ...renewals,
      href: hrefOf(pages.adminSubscriptions, {}, { ahead: "renewal-30" }),
    },
    { label: "Messages waiting to be sent", count: messages.waiting, href: hrefOf(pages.outbox, {}, waiting) },
    {
      label: "Webhooks waiting to be processed",
      count: callbacks.waiting,
      href: hrefOf(pages.callbacks, {}, waiting),
    },
  ];
  return (
    <section>
      <h2>Under way</h2>
      <ul className="counted">
        {lines.map(({ label, count, amount, href }) => (
          <li key={href}>
            <a href={href}>{label}</a>
            <b>
              {counted(count)}
              {amount !== undefined && count > 0 && <small>{` ${formatMoney(amount)}`}</small>}
            </b>
          </li>
        ))}
      </ul>
    </section>
  );
}
