import { useContext } from "react";
import * as z from "zod/mini";
import { paymentStatuses } from "../../../db/enums.ts";
import { formatMoney } from "../../../islands/lib/money.ts";
import { parseDollars } from "../../../worker/contract/buying/dollars.ts";
import { invoiceTitle, productsText } from "../../../worker/contract/entities/invoice.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import * as contract from "../../../worker/contract/v1/client/invoices.ts";
import { getInvoiceUrl, type Invoice, listInvoices } from "../../../worker/domain/payments/index.ts";
import type { ReadCtx } from "../../../worker/domain/context.ts";
import { page } from "../../../worker/http/page.ts";
import { Redirect } from "../../../worker/http/page-spec.ts";
import { ImpersonationContext } from "../../../worker/ui/access.tsx";
import { DateText } from "../../../worker/ui/date.tsx";
import { PrintButton } from "../../../worker/ui/parts/script-buttons.tsx";
import { Icon } from "../../../worker/ui/figures/icon.tsx";
import { paymentStatusText } from "../../../worker/ui/parts/status-badges.tsx";
import { appLayout } from "../../layouts.tsx";
import { listRoutes } from "../../list-routes.tsx";
import { InvoiceState, invoiceStateText } from "./invoice-state.tsx";
import { downloadSelectedAction, paySelectedAction } from "./pay-invoices.tsx";
import { StatementForm } from "./statement.tsx";

/** Amount filters are in dollars, and the URL has the text as typed. */
const dollars = () => {
  const schema = z.string().check(
    z.maxLength(16),
    z.refine((text) => parseDollars(text) !== undefined),
  );
  z.globalRegistry.add(schema, { maxLength: 16 });
  return z.optional(schema);
};
const { amount_from: _from, amount_to: _to, ...filters } = contract.listInvoices.query.shape;
const query = z.object({ ...filters, amount_from: dollars(), amount_to: dollars() });

const toCents = (text: string | undefined): number | undefined => (text === undefined ? undefined : parseDollars(text));

const load = (ctx: ReadCtx, { amount_from, amount_to, ...rest }: z.output<typeof query>) =>
  listInvoices(ctx, { ...rest, amount_from: toCents(amount_from), amount_to: toCents(amount_to) });

const isPayable = ({ is_open, is_processing }: Invoice): boolean => is_open && !is_processing;

function RowActions({ invoice }: { invoice: Invoice }) {
  const { id } = invoice;
  const title = invoiceTitle(invoice);
  const isImpersonating = useContext(ImpersonationContext);
  return (
    <span className="row-actions">
      {isPayable(invoice) && !isImpersonating && (
        <a className="button quiet" href={hrefOf(pages.payInvoices, {}, { id })}>
          Pay<span className="unseen"> {title}</span>
        </a>
      )}
      <a className="button bare" href={hrefOf(pages.invoicePdf, { invoice_id: id })} title="Download PDF">
        <Icon name="download" />
        <span className="unseen">Download {title} as PDF</span>
      </a>
    </span>
  );
}

export const invoices = listRoutes({
  access: "see_billing",
  layout: appLayout,
  section: "Invoices",
  query,
  load,
  head: ({ impersonator, first_name }, has_any) => ({
    subtitle: impersonator && `You cannot pay while you act as ${first_name}.`,
    action: has_any && (
      <>
        <PrintButton />
        <StatementForm />
      </>
    ),
  }),
  bulk: { name: invoiceTitle, actions: [paySelectedAction, downloadSelectedAction] },
  list: {
    title: "Invoices",
    noun: ["invoice", "invoices"],
    path: pages.invoices,
    id: ({ id }) => id,
    href: ({ id }) => hrefOf(pages.invoice, { invoice_id: id }),
    columns: [
      { label: "Invoice", cell: invoiceTitle, csv: invoiceTitle },
      {
        label: "Date",
        cell: ({ created_at }) => <DateText at={created_at} />,
        csv: ({ created_at }) => created_at,
        sort: "created_at",
      },
      {
        label: "Order",
        cell: ({ reference_name }) => reference_name,
        csv: ({ reference_name }) => reference_name,
        on_phones: "hidden",
        is_extra: true,
      },
      { label: "For", cell: productsText, csv: productsText, is_csv_only: true },
      {
        label: "PO",
        cell: ({ po_number }) => po_number,
        csv: ({ po_number }) => po_number,
        on_phones: "hidden",
        is_extra: true,
      },
      {
        label: "Amount",
        cell: ({ amount }) => formatMoney(amount),
        csv: ({ amount }) => amount / 100,
        sort: "amount",
        is_number: true,
      },
      {
        label: "Payment",
        cell: (invoice) => <InvoiceState invoice={invoice} />,
        csv: invoiceStateText,
        sort: "payment_status",
      },
      { label: "Document", is_actions: true, cell: (invoice) => <RowActions invoice={invoice} /> },
    ],
    views: [{ label: "Unpaid", query: { is_unpaid: "true" } }],
    labels: {
      search: "Number, amount, date, PO or product",
      without: ["is_unpaid"],
      filters: {
        amount_from: { label: "Amount from" },
        amount_to: { label: "Amount to" },
        is_unpaid: { label: "Unpaid" },
        payment_status: {
          label: "Payment",
          any: "Every payment",
          values: Object.fromEntries(paymentStatuses.map((each) => [each, paymentStatusText(each)])),
        },
      },
    },
    empty: {
      drawing: "papers",
      text: "No invoices yet. Invoices of your orders and plans will be listed here.",
      action: { label: "See products", href: pages.products },
    },
    has_csv: true,
  },
});

/** Refused during an impersonation (T13). */
export const payInvoicePage = page({
  path: pages.payInvoice,
  access: "see_billing",
  not_impersonated: true,
  params: contract.getInvoiceUrl.params,
  async load({ ctx, params: { invoice_id } }) {
    throw new Redirect((await getInvoiceUrl(ctx, invoice_id)).url);
  },
  head: () => ({ title: "Pay an invoice · CrunchBox", no_store: true }),
  view: () => <></>,
});
