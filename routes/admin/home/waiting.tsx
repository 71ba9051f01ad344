import { formatMoney } from "../../../islands/lib/money.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import { can, type StaffPermission } from "../../../worker/contract/people/permissions.ts";
import type { StaffViewer } from "../../../worker/http/viewer.ts";
import type { Overview } from "../../../worker/domain/search/index.ts";
import { counted } from "../../portal/home/needs.ts";

type Line = { access: StaffPermission; label: string; count: number; amount?: number; href: string };

type WaitingProps = { overview: Overview; viewer: StaffViewer };

export function Waiting({ overview: { invoices, renewals, messages, callbacks }, viewer }: WaitingProps) {
  const waiting = { state: "waiting" };
  const all: Line[] = [
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
      href: hrefOf(pages.outbox, {}, waiting),
    },
    {
      access: "integrations:read",
      label: "Webhooks waiting to be processed",
      count: callbacks.waiting,
      href: hrefOf(pages.callbacks, {}, waiting),
    },
  ];
  const lines = all.filter(({ access }) => can(viewer, access));
  if (lines.length === 0) return null;
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
