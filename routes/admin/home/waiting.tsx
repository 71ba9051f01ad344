import { formatMoney } from "../../../islands/lib/money.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import { can, type StaffPermission } from "../../../worker/contract/people/permissions.ts";
import type { StaffViewer } from "../../../worker/http/viewer.ts";
import type { Overview } from "../../../worker/domain/search/index.ts";
import { formatCount } from "../../portal/home/needs.ts";

type CountLine = { access: StaffPermission; label: string; count: number; amount?: number; href: string };

type WaitingCountsProps = { overview: Overview; viewer: StaffViewer };

export function WaitingCounts({ overview: { invoices, renewals, messages, callbacks }, viewer }: WaitingCountsProps) {
  const waitingFilter = { state: "waiting" };
  const allLines: CountLine[] = [
    {
      access: "invoices:read",
      label: "Invoices unpaid",
      ...invoices.unpaid,
      href: hrefOf(pages.adminInvoices, {}, { is_unpaid: "true" }),
    },
    {
      access: "subscriptions:read",
      label: "Renewals within 30 days",
      ...renewals,
      href: hrefOf(pages.adminSubscriptions, {}, { ahead: "renewal-30" }),
    },
    {
      access: "integrations:read",
      label: "Messages waiting to be sent",
      count: messages.waiting,
      href: hrefOf(pages.outbox, {}, waitingFilter),
    },
    {
      access: "integrations:read",
      label: "Webhooks waiting to be processed",
      count: callbacks.waiting,
      href: hrefOf(pages.webhooks, {}, waitingFilter),
    },
  ];
  const lines = allLines.filter(({ access }) => can(viewer, access));
  if (lines.length === 0) return null;
  return (
    <section>
      <h2>Under way</h2>
      <ul className="counted">
        {lines.map(({ label, count, amount, href }) => (
          <li key={href}>
            <a href={href}>{label}</a>
            <b>
              {formatCount(count)}
              {amount !== undefined && count > 0 && <small>{` ${formatMoney(amount)}`}</small>}
            </b>
          </li>
        ))}
      </ul>
    </section>
  );
}
