// The file is long because it has one invoice's page with sections of its own, and the PDF with the same content.
import * as z from "zod/mini";
import { addressLines } from "../../../islands/lib/address.ts";
import PaymentProgress from "../../../islands/store/payment-progress.tsx";
import { formatMoney } from "../../../islands/lib/money.ts";
import { Notice } from "../../../islands/ui/notice.tsx";
import { adjustmentRows, invoiceSums } from "../../../worker/contract/entities/invoice.ts";
import { listHref } from "../../../worker/contract/page-query.ts";
import { uuid } from "../../../worker/contract/fields.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import * as contract from "../../../worker/contract/v1/client/invoices.ts";
import { getInvoice, getInvoices, type InvoiceDocument } from "../../../worker/domain/payments/index.ts";
import { type Seller, toSeller } from "../../../worker/domain/platform/index.ts";
import type { Route } from "../../../worker/http/app-env.ts";
import { page } from "../../../worker/http/page.ts";
import { pdfFile } from "../../../worker/http/pdf-file.ts";
import { Island } from "../../../worker/ui/island.tsx";
import { DateText } from "../../../worker/ui/date.tsx";
import { ObjectLayout } from "../../../worker/ui/layouts/layouts.tsx";
import { type Column, Table } from "../../../worker/ui/lists/table.tsx";
import { PageHeader } from "../../../worker/ui/layouts/page-header.tsx";
import { Totals } from "../../../worker/ui/parts/totals.tsx";
import { Facts } from "../../../worker/ui/parts/facts.tsx";
import { PrintButton } from "../../../worker/ui/parts/script-buttons.tsx";
import { appLayout } from "../../layouts.tsx";
import { canPayInvoices } from "../../store/buying.ts";
import { PartyLines } from "../orders/party-lines.tsx";
import { movementLabels } from "../orders/payment-history.tsx";
import { InvoiceState } from "./invoice-state.tsx";
import { invoiceFileName, toPdf } from "./print-invoices.ts";

export const invoicePage = page({
  path: pages.invoice,
  access: "see_billing",
  layout: appLayout,
  section: "Invoices",
  params: contract.getInvoice.params,
  async load({ ctx, params: { invoice_id } }) {
    return { invoice: await getInvoice(ctx, invoice_id) };
  },
  head: ({ invoice }) => ({ title: `${pageTitle(invoice)} · CrunchBox`, no_store: true }),
  view({ invoice }, { layout, url }) {
    const { remaining } = invoiceSums(invoice);
    const isDue = invoice.is_open && !invoice.is_processing && !invoice.needs_action;
    const mayPay = isDue && canPayInvoices(layout.viewer);
    const pdf = hrefOf(pages.invoicePdf, { invoice_id: invoice.id });
    return (
      <>
        <PageHeader
          trail={[["Invoices", listHref(pages.invoices, url)]]}
          title={pageTitle(invoice)}
          badges={<InvoiceState invoice={invoice} />}
          subtitle={<Summary invoice={invoice} />}
          action={
            <>
              <PrintButton />
              <a className={mayPay ? "button quiet" : "button"} href={pdf}>
                Download PDF
              </a>
              {mayPay && (
                <a className="button" href={hrefOf(pages.payInvoices, {}, { id: invoice.id })}>
                  Pay {formatMoney(remaining)}
                </a>
              )}
            </>
          }
        />
        {invoice.is_open && invoice.needs_action && (
          <ConfirmationNotice invoice={invoice} may_pay={canPayInvoices(layout.viewer)} />
        )}
        {isDue && layout.viewer?.impersonator && (
          <Notice tone="info">You cannot pay while you act as {layout.viewer.first_name}.</Notice>
        )}
        <ObjectLayout
          aside={
            <div className="asides">
              <InvoiceTotals invoice={invoice} />
              <Movements invoice={invoice} />
            </div>
          }
        >
          <Parties invoice={invoice} seller={toSeller(invoice.seller, layout.support_email)} />
          <Lines invoice={invoice} />
        </ObjectLayout>
      </>
    );
  },
});

const pageTitle = (invoice: InvoiceDocument): string => invoiceFileName([invoice]);

function Summary({ invoice }: { invoice: InvoiceDocument }) {
  return (
    <>
      <DateText at={invoice.created_at} />
      {" · "}
      {formatMoney(invoice.amount)}
    </>
  );
}

/** For viewers who may pay, the page reloads once the payment status changes. */
function ConfirmationNotice({ invoice, may_pay }: { invoice: InvoiceDocument; may_pay: boolean }) {
  const { id, payment_status } = invoice;
  const step = encodeURIComponent(`${id} ${payment_status}`);
  return (
    <section className="notice warning" aria-label="Payment" data-step={step}>
      <p>
        Your bank asks {may_pay ? "you" : "a buyer or manager of your organization"} to confirm the payment of{" "}
        {formatMoney(invoiceSums(invoice).due)}. Nothing is charged until then.
      </p>
      {may_pay && (
        <>
          <div className="actions">
            <a
              className="button"
              href={hrefOf(pages.payInvoice, { invoice_id: id })}
              target="_blank"
              rel="noopener noreferrer"
            >
              Confirm the payment
            </a>
          </div>
          <Island name="store/payment-progress" of={PaymentProgress} props={{ step }} />
        </>
      )}
    </section>
  );
}

function Parties({ invoice, seller }: { invoice: InvoiceDocument; seller: Seller | null }) {
  const { bill_to, ship_to, reference_type, reference_id, reference_name } = invoice;
  const href =
    reference_type === "order"
      ? hrefOf(pages.order, { order_id: reference_id })
      : hrefOf(pages.subscription, { subscription_id: reference_id });
  const facts = [
    ["PO number", invoice.po_number],
    [
      reference_type === "order" ? "Order" : "Plan",
      <a key="reference" href={href}>
        {reference_name}
      </a>,
    ],
    ["Ordered by", invoice.ordered_by],
    ["Note", invoice.note],
  ] as const;
  return (
    <section>
      <h2>Details</h2>
      <div className="card order-details">
        <PartyLines
          parties={[
            ["Seller", seller && [seller.name, ...seller.lines, seller.email]],
            ["Bill to", [bill_to.name, ...(bill_to.address ? addressLines(bill_to.address) : []), bill_to.email]],
            ["Ship to", ship_to && addressLines(ship_to)],
          ]}
        />
        <Facts facts={facts.filter(([, value]) => value)} />
      </div>
    </section>
  );
}

const lineColumns: readonly Column<InvoiceDocument["products"][number]>[] = [
  { label: "Product", cell: ({ name }) => name },
  {
    label: "Quantity",
    cell: ({ quantity, price }) => (
      <>
        {quantity.toLocaleString("en-US")}
        <span className="phone-words">{` × ${formatMoney(price)}`}</span>
      </>
    ),
    on_phones: "note",
  },
  { label: "Unit price", cell: ({ price }) => formatMoney(price), is_number: true, on_phones: "hidden" },
  {
    label: "Tax",
    cell: ({ tax_amount }) => (tax_amount === null ? "" : formatMoney(tax_amount)),
    is_number: true,
    on_phones: "hidden",
  },
  { label: "Amount", cell: ({ price, quantity }) => formatMoney(price * quantity), is_number: true },
];

const Lines = ({ invoice: { products } }: { invoice: InvoiceDocument }) => (
  <section>
    <h2>Products</h2>
    <Table columns={lineColumns} rows={products} id={({ id }) => id} />
  </section>
);

function InvoiceTotals({ invoice }: { invoice: InvoiceDocument }) {
  const { amount, shipping, tax, place_of_sale: at, reference_type, refunding } = invoice;
  const { paid, refunded, remaining } = invoiceSums(invoice);
  const place = at && [at.state, at.country].filter(Boolean).join(", ");
  const rows = [
    ["Subtotal", amount - shipping - tax],
    ...(reference_type === "order" ? [["Shipping", shipping] as const] : []),
    [place ? `Tax, ${place}` : "Tax", tax],
    ["Total", amount],
    ...adjustmentRows(invoice),
    ["Paid", paid],
    ...(refunded > 0 ? [["Refunded", refunded] as const] : []),
    ...(refunding > 0 ? [["Refund under way", refunding] as const] : []),
  ] as const;
  return <Totals rows={rows} total={["Remaining", remaining]} />;
}

function Movements({ invoice: { movements } }: { invoice: InvoiceDocument }) {
  return (
    <section>
      <h2>Payments and refunds</h2>
      {movements.length === 0 ? (
        <p className="card small">No payments yet.</p>
      ) : (
        <ul className="movements card">
          {movements.map(({ id, kind, at, amount, method }) => (
            <li key={id}>
              <span>
                {movementLabels[kind]}
                <small>
                  <DateText at={at} />
                  {method && `, ${method}`}
                </small>
              </span>
              <b>{formatMoney(amount)}</b>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** All invoices are in one file, each on a new page. */
export const invoicePdfs: Route = {
  method: "GET",
  path: pages.invoicePdfs,
  handle: pdfFile({
    access: "see_billing",
    path: pages.invoices,
    input: z.object({ id: z.array(uuid()).check(z.minLength(1), z.maxLength(100)) }),
    load: (ctx, { id }) => getInvoices(ctx, id),
    name: invoiceFileName,
    print: toPdf,
  }),
};

export const invoicePdf: Route = {
  method: "GET",
  path: pages.invoicePdf,
  handle: pdfFile({
    access: "see_billing",
    path: pages.invoices,
    input: contract.getInvoice.params,
    load: async (ctx, { invoice_id }) => [await getInvoice(ctx, invoice_id)],
    name: invoiceFileName,
    print: toPdf,
  }),
};
