import { formatMoney } from "../../../islands/lib/money.ts";
import {
  type BridgeReason,
  bridgeReasons,
  type ReconciliationRun,
} from "../../../worker/contract/entities/reconciliation.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import { can, type Permission } from "../../../worker/contract/people/permissions.ts";
import type { Viewer } from "../../../worker/http/viewer.ts";
import { Table } from "../../../worker/ui/lists/table.tsx";
import { sourceLabels } from "./labels.ts";

const openDiscrepancies = hrefOf(pages.discrepancies, {}, { is_open: "true" });
const reasonLabels: Record<BridgeReason, { text: string; href?: string; access?: Permission }> = {
  billed_otherwise: { text: "Paid, but not as billed", href: openDiscrepancies },
  received_while_unpaid: {
    text: "Received for invoices that are not fully paid",
    href: hrefOf(pages.adminInvoices, {}, { is_unpaid: "true" }),
    access: "invoices:read",
  },
  owed_on_account: {
    text: "Owed on account, and in accounting",
    href: hrefOf(pages.adminInvoices, {}, { is_unpaid: "true" }),
    access: "invoices:read",
  },
  outside_provider: { text: "Refunded outside the provider" },
  refunded_before_export: {
    text: "Refunded before export",
    href: hrefOf(pages.adminInvoices, {}, { accounting: "refunded_before_export" }),
    access: "invoices:read",
  },
  waiting_for_export: {
    text: "Not exported yet",
    href: hrefOf(pages.adminInvoices, {}, { accounting: "waiting" }),
    access: "invoices:read",
  },
  refunds_waiting_for_export: {
    text: "Refunds not exported yet",
    href: hrefOf(pages.adminInvoices, {}, { is_net_suite_sync_needed: "true" }),
    access: "invoices:read",
  },
  open_discrepancies: { text: "Open discrepancies", href: openDiscrepancies },
  unexplained: { text: "Not explained" },
};

/** Explains to the cent how each source differs from our ledger. */
export function Bridge({ totals, viewer }: { totals: ReconciliationRun["totals"]; viewer: Viewer }) {
  if (!totals?.every(({ bridge }) => bridge)) return null;
  const entries = totals.flatMap(({ line, bridge = [] }) => bridge.map((entry) => ({ ...entry, line })));
  const rows = (["orders", "provider", "accounting"] as const).flatMap((source) =>
    bridgeReasons
      .map((reason) => ({ source, reason, own: entries.filter((e) => e.source === source && e.reason === reason) }))
      .filter(({ own }) => own.length > 0),
  );
  const findAmount = ({ own }: (typeof rows)[number], line: "paid" | "refunded" | "disputed") =>
    own.find((entry) => entry.line === line)?.amount ?? 0;
  const reasonLink = (reason: BridgeReason) => {
    const { text, href, access } = reasonLabels[reason];
    return href && (!access || can(viewer, access)) ? <a href={href}>{text}</a> : text;
  };
  return (
    <section>
      <h2>Why totals differ</h2>
      {rows.length === 0 ? (
        <p>All sources have the totals of our ledger.</p>
      ) : (
        <>
          <p className="small">What our ledger has and the other source does not have.</p>
          <Table
            rows={rows}
            id={({ source, reason }) => `${source} ${reason}`}
            columns={[
              { label: "Source", cell: ({ source }) => sourceLabels[source] },
              { label: "Reason", cell: ({ reason }) => reasonLink(reason) },
              { label: "Paid", cell: (row) => formatMoney(findAmount(row, "paid")), is_number: true },
              { label: "Refunded", cell: (row) => formatMoney(findAmount(row, "refunded")), is_number: true },
              {
                label: "Disputed",
                cell: (row) => formatMoney(findAmount(row, "disputed")),
                is_number: true,
                on_phones: "hidden",
              },
            ]}
          />
        </>
      )}
    </section>
  );
}
