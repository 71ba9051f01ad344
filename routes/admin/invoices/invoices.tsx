import { paymentStatuses } from "../../../db/enums.ts";
import { formatMoney } from "../../../islands/lib/money.ts";
import type { AccountingState } from "../../../worker/contract/entities/invoice.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import * as contract from "../../../worker/contract/v1/admin/invoices.ts";
import {
  type AdminInvoice,
  flagInvoicesSync,
  listAdminInvoices,
  readShopToday,
  undoInvoicesSync,
} from "../../../worker/domain/payments/index.ts";
import { findOrganizationOption } from "../../../worker/domain/organizations/index.ts";
import { DateText } from "../../../worker/ui/date.tsx";
import { InvoiceStatusBadge, invoiceStatusText, paymentStatusText } from "../../../worker/ui/parts/status-badges.tsx";
import { ageLabels } from "../finance/labels.ts";
import { bulkAction } from "../../bulk-action.ts";
import { markSelectedPaidAction, remindSelectedAction } from "./bulk.tsx";
import { dateColumn, organizationColumn } from "../../../worker/ui/lists/columns.tsx";
import { consoleLayout } from "../../layouts.tsx";
import { listRoutes } from "../../list-routes.tsx";

export const syncText = ({ is_net_suite_sync_needed, net_suite_id }: AdminInvoice): string =>
  is_net_suite_sync_needed ? "Waits" : net_suite_id === null ? "Not exported" : "Exported";

const accountingLabels: Record<AccountingState, string> = {
  exported: "Exported",
  waiting: "Waits for export",
  refunded_before_export: "Refunded before export",
};

const flagAction = bulkAction(contract.flagInvoicesSync, {
  label: "Export again",
  path: pages.flagInvoices,
  ids: "invoice_ids",
  done: ["waits for the accounting export", "wait for the accounting export"],
  send: (ctx, { body }) => flagInvoicesSync(ctx, body.invoice_ids),
  undoRequest: undoInvoicesSync,
});

export const invoices = listRoutes({
  access: "invoices:read",
  layout: consoleLayout,
  section: "Invoices",
  query: contract.listAdminInvoices.query,
  load: listAdminInvoices,
  choices: (ctx, { org_id }) => findOrganizationOption(ctx, org_id),
  bulk: {
    name: ({ stripe_invoice_no, reference_name }) => stripe_invoice_no ?? reference_name ?? "",
    actions: [remindSelectedAction, markSelectedPaidAction, flagAction],
    load: readShopToday,
  },
  list: {
    title: "Invoices",
    noun: ["invoice", "invoices"],
    path: pages.adminInvoices,
    id: ({ id }) => id,
    href: ({ id }) => hrefOf(pages.adminInvoice, { invoice_id: id }),
    columns: [
      {
        label: "Invoice",
        cell: ({ stripe_invoice_no }) => stripe_invoice_no ?? "No number yet",
        csv: ({ stripe_invoice_no }) => stripe_invoice_no,
      },
      { ...dateColumn, on_phones: "hidden" },
      { ...organizationColumn, on_phones: "note" },
      {
        label: "For",
        cell: ({ reference_name }) => reference_name,
        csv: ({ reference_name }) => reference_name,
        is_extra: true,
      },
      {
        label: "Payment",
        cell: (billed) => <InvoiceStatusBadge invoice={billed} />,
        csv: invoiceStatusText,
        sort: "payment_status",
      },
      {
        label: "Next attempt",
        cell: ({ next_attempt_at }) => next_attempt_at !== null && <DateText at={next_attempt_at} />,
        csv: ({ next_attempt_at }) => next_attempt_at,
        is_extra: true,
      },
      { label: "Accounting", cell: syncText, csv: syncText, is_extra: true },
      {
        label: "Amount",
        cell: ({ amount }) => formatMoney(amount),
        csv: ({ amount }) => amount / 100,
        sort: "amount",
        is_number: true,
      },
    ],
    views: [
      { label: "To review", query: { needs_review: "true" } },
      { label: "Unpaid", query: { is_unpaid: "true" } },
      { label: "Disputed", query: { payment_status: "disputed" } },
      { label: "Declined", query: { payment_status: "declined" } },
      { label: "To export", query: { is_net_suite_sync_needed: "true" } },
    ],
    labels: {
      search: "Number, PO or organization",
      without: ["org_id", "age", "is_unpaid", "is_net_suite_sync_needed", "needs_review", "accounting"],
      filters: {
        org_id: { label: "Organization" },
        age: { label: "Owed since", values: ageLabels },
        is_unpaid: { label: "Unpaid" },
        is_net_suite_sync_needed: { label: "Waits for export" },
        needs_review: { label: "To review" },
        accounting: { label: "Accounting", values: accountingLabels },
        payment_status: {
          label: "Payment",
          any: "Every payment",
          values: Object.fromEntries(paymentStatuses.map((each) => [each, paymentStatusText(each)])),
        },
      },
    },
    empty: { drawing: "papers", text: "No invoices yet. Invoices will be listed here." },
    has_csv: true,
  },
});
