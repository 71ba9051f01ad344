import type { ReactNode } from "react";
import * as z from "zod/mini";
import { formatMoney } from "../../../islands/lib/money.ts";
import { can } from "../../../worker/contract/people/permissions.ts";
import { listHref } from "../../../worker/contract/page-query.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import * as contract from "../../../worker/contract/v1/admin/invoices.ts";
import { listObjectAudit } from "../../../worker/domain/platform/index.ts";
import {
  type AdminInvoice,
  flagInvoiceSync,
  getAdminInvoice,
  readInvoicePayments,
} from "../../../worker/domain/payments/index.ts";
import { readNoteBoard } from "../../../worker/domain/people/index.ts";
import { formPost } from "../../../worker/http/form.ts";
import { page } from "../../../worker/http/page.ts";
import { DateText } from "../../../worker/ui/date.tsx";
import type { TypedFields } from "../../../worker/ui/forms/fields-of.ts";
import { ObjectLayout } from "../../../worker/ui/layouts/layouts.tsx";
import { PageHeader } from "../../../worker/ui/layouts/page-header.tsx";
import { Facts } from "../../../worker/ui/parts/facts.tsx";
import { History } from "../../../worker/ui/parts/history.tsx";
import { Notes, findNoteInput } from "../../../worker/ui/parts/notes.tsx";
import { InvoiceStatusBadge } from "../../../worker/ui/parts/status-badges.tsx";
import { consoleLayout } from "../../layouts.tsx";
import { noteForm } from "../notes/note-form.ts";
import { isWebAddress } from "../../web-address.ts";
import { syncText } from "./invoices.tsx";
import { Disputes, Payments } from "./payments.tsx";
import { Review } from "./review.tsx";
import { todayIn } from "./today.ts";
import { PayBackSection, InvoiceActions } from "./verbs.tsx";

/** Undefined if another form of the page was refused. */
const markPaidInput = (typed: TypedFields | undefined) => (typed && "paid_on" in typed.values ? typed : undefined);

export const invoicePage = page({
  path: pages.adminInvoice,
  access: "invoices:read",
  layout: consoleLayout,
  section: "Invoices",
  params: contract.getAdminInvoice.params,
  async load({ ctx, params: { invoice_id } }) {
    const [found, payments, notes, acts] = await Promise.all([
      getAdminInvoice(ctx, invoice_id),
      readInvoicePayments(ctx, invoice_id),
      readNoteBoard(ctx, "invoice", invoice_id),
      listObjectAudit(ctx, { subject_type: "invoice", subject_id: invoice_id, limit: 10 }),
    ]);
    return { invoice: found, payments, notes, acts };
  },
  head: ({ invoice }) => ({ title: `${titleOf(invoice)} · Console · CrunchBox`, no_store: true }),
  view: ({ invoice: billed, payments, notes, acts }, { url, ctx, viewer, flash }) => (
    <>
      <PageHeader
        trail={[["Invoices", listHref(pages.adminInvoices, url)]]}
        title={titleOf(billed)}
        badges={<InvoiceStatusBadge invoice={billed} />}
        subtitle={
          <>
            {formatMoney(billed.amount)}, billed to{" "}
            <a href={hrefOf(pages.organization, { org_id: billed.org_id })}>{billed.organization.name}</a> on{" "}
            <DateText at={billed.created_at} />
          </>
        }
        action={
          isWebAddress(billed.stripe_invoice_url) && (
            <a className="button quiet" href={billed.stripe_invoice_url}>
              Download
            </a>
          )
        }
      />
      <ObjectLayout
        aside={
          <div className="asides">
            <section>
              <h2>Accounting</h2>
              <Accounting invoice={billed} can_flag={can(viewer, "invoices:act")} />
            </section>
            <Notes
              board={notes}
              viewer_id={viewer.user_id}
              today={todayIn(ctx)}
              action={hrefOf(pages.addInvoiceNote, { invoice_id: billed.id })}
              typed={findNoteInput(flash?.typed)}
            />
            <History
              entries={acts}
              more={hrefOf(pages.audit, {}, { subject_type: "invoice", subject_id: billed.id })}
            />
          </div>
        }
      >
        {billed.needs_review && <Review invoice={billed} can_act={can(viewer, "invoices:act")} />}
        <Disputes payments={payments} now={ctx.started_at} />
        {can(viewer, "invoices:act") && (
          <InvoiceActions invoice={billed} payments={payments} typed={markPaidInput(flash?.typed)} />
        )}
        {can(viewer, "refunds:act") && <PayBackSection invoice={billed} payments={payments} />}
        <Payments invoice={billed} payments={payments} />
        <section>
          <h2>What was billed</h2>
          <ul className="parcels">
            {billed.products.map((line) => (
              <li key={line.id}>
                <b>{line.name}</b>
                <span className="number">
                  {line.quantity} × {formatMoney(line.price)}
                </span>
                <b className="sum">{formatMoney(line.quantity * line.price)}</b>
              </li>
            ))}
          </ul>
          <Sums invoice={billed} />
        </section>
        <section>
          <h2>Belongs to</h2>
          <Facts facts={buildFacts(billed).filter(([, value]) => value)} />
        </section>
      </ObjectLayout>
    </>
  ),
});

function Sums({ invoice: { amount, products } }: { invoice: AdminInvoice }) {
  const subtotal = products.reduce((sum, { quantity, price }) => sum + quantity * price, 0);
  const sums = [
    ...(amount > subtotal
      ? ([
          ["Subtotal", subtotal],
          ["Shipping and tax", amount - subtotal],
        ] as const)
      : []),
    ["Total", amount] as const,
  ];
  return (
    <dl className="order-sums">
      {sums.map(([name, cents]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{formatMoney(cents)}</dd>
        </div>
      ))}
    </dl>
  );
}

const titleOf = ({ stripe_invoice_no }: AdminInvoice): string =>
  stripe_invoice_no === null ? "Invoice without a number yet" : `Invoice ${stripe_invoice_no}`;

function buildFacts(invoice: AdminInvoice): [string, ReactNode][] {
  const { reference_type, reference_id, reference_name } = invoice;
  const forHref =
    reference_type === "order"
      ? hrefOf(pages.adminOrder, { order_id: reference_id })
      : hrefOf(pages.adminSubscription, { subscription_id: reference_id });
  return [
    [
      reference_type === "order" ? "Order" : "Plan",
      <a key="for" href={forHref}>
        {reference_name}
      </a>,
    ],
    ["PO number", invoice.po_number],
    ["Cart", invoice.cart_no],
    ["The buyer’s note", invoice.note],
    ["Payment at the provider", invoice.stripe_payment_id],
    ["Invoice at the provider", invoice.stripe_invoice_id],
  ];
}

function Accounting({ invoice, can_flag }: { invoice: AdminInvoice; can_flag: boolean }) {
  const { id, net_suite_id, is_net_suite_sync_needed: isWaiting } = invoice;
  const label = isWaiting ? "Do not export it" : net_suite_id === null ? "Export it" : "Export it again";
  return (
    <>
      <Facts
        facts={[
          ["State", syncText(invoice)],
          ["Invoice in NetSuite", net_suite_id === null ? "None" : String(net_suite_id)],
        ]}
      />
      {can_flag && (
        <form method="post" action={hrefOf(pages.flagInvoice, { invoice_id: id })}>
          <input type="hidden" name="is_net_suite_sync_needed" value={isWaiting ? "false" : "true"} />
          <button className="button quiet">{label}</button>
        </form>
      )}
    </>
  );
}

const flagContract = { ...contract.flagInvoiceSync, body: z.object({ is_net_suite_sync_needed: z.boolean() }) };
const flagForm = formPost(flagContract, {
  path: pages.flagInvoice,
  back: (_result, c) => hrefOf(pages.adminInvoice, { invoice_id: c.req.param("invoice_id") ?? "" }),
  async send(ctx, { params, body }) {
    await flagInvoiceSync(ctx, params.invoice_id, body.is_net_suite_sync_needed);
    return body.is_net_suite_sync_needed;
  },
  done: (isNeeded) => (isNeeded ? "The invoice will be exported to accounting." : "The invoice will not be exported."),
});

const note = noteForm({
  subject_type: "invoice",
  path: pages.addInvoiceNote,
  param: "invoice_id",
  page: invoicePage,
  back: (invoice_id) => hrefOf(pages.adminInvoice, { invoice_id }),
});

export const invoiceRoutes = [invoicePage, flagForm, note];
