import { paymentStatuses } from "../../../db/enums.ts";
import { formatMoney } from "../../../islands/lib/money.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import * as contract from "../../../worker/contract/v1/client/invoices.ts";
import { getInvoiceUrl, type Invoice, listInvoices } from "../../../worker/domain/payments/index.ts";
import { page } from "../../../worker/http/page.ts";
import { Redirect } from "../../../worker/http/page-spec.ts";
import { DateText } from "../../../worker/ui/date.tsx";
import { PrintButton } from "../../../worker/ui/parts/script-buttons.tsx";
import { InvoiceStatusBadge, paymentStatusText } from "../../../worker/ui/parts/status-badges.tsx";
import { appLayout } from "../../layouts.tsx";
import { listRoutes } from "../../list-routes.tsx";
import { StatementForm } from "./statement.tsx";

function productsText({ products }: Invoice): string {
  const [first, ...more] = products;
  if (!first) return "";
  return more.length === 0 ? first.name : `${first.name} and ${more.length} more`;
}

const isWebAddress = (url: string | null): url is string => url !== null && /^https?:\/\//.test(url);
const isPaid = ({ payment_status }: Invoice): boolean => payment_status !== "pending" && payment_status !== "declined";

/** A void invoice cannot be paid. */
function Document({ invoice }: { invoice: Invoice }) {
  const { stripe_invoice_url: url, stripe_invoice_no, reference_type, is_open } = invoice;
  if (!is_open && !isPaid(invoice))
    return reference_type === "order" ? "Not due: the order was canceled" : "Not due: the plan is not running";
  if (!isWebAddress(url)) return null;
  const [href, word, rest] = is_open
    ? [hrefOf(pages.payInvoice, { invoice_id: invoice.id }), "Pay", ""]
    : [url, "Download", " or print"];
  return (
    <a href={href}>
      {word}
      <span className="unseen">{`${rest} invoice ${stripe_invoice_no ?? ""}`}</span>
    </a>
  );
}

export const invoices = listRoutes({
  access: "see_billing",
  layout: appLayout,
  section: "Invoices",
  query: contract.listInvoices.query,
  load: listInvoices,
  head: () => ({
    action: (
      <>
        <PrintButton />
        <StatementForm />
      </>
    ),
  }),
  list: {
    title: "Invoices",
    noun: ["invoice", "invoices"],
    path: pages.invoices,
    id: ({ id }) => id,
    href: ({ reference_type, reference_id }) =>
      reference_type === "order"
        ? hrefOf(pages.order, { order_id: reference_id })
        : hrefOf(pages.subscription, { subscription_id: reference_id }),
    columns: [
      {
        label: "Invoice",
        cell: ({ stripe_invoice_no }) => stripe_invoice_no ?? "No number yet",
        csv: ({ stripe_invoice_no }) => stripe_invoice_no,
      },
      {
        label: "Date",
        cell: ({ created_at }) => <DateText at={created_at} />,
        csv: ({ created_at }) => created_at,
        sort: "created_at",
      },
      { label: "For", cell: productsText, csv: productsText, on_phones: "hidden" },
      {
        label: "Payment",
        cell: (billed) => <InvoiceStatusBadge invoice={billed} />,
        csv: ({ payment_status }) => paymentStatusText(payment_status),
        sort: "payment_status",
      },
      { label: "Document", cell: (invoice) => <Document invoice={invoice} />, on_phones: "hidden" },
      {
        label: "Amount",
        cell: ({ amount }) => formatMoney(amount),
        csv: ({ amount }) => amount / 100,
        sort: "amount",
        is_number: true,
      },
    ],
    views: [{ label: "Unpaid", query: { is_unpaid: "true" } }],
    labels: {
      search: "Invoice number",
      without: ["is_unpaid"],
      filters: {
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
export const payInvoice = page({
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
