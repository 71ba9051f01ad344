// The file is long because it has the page that pays invoices, its result, and the actions that lead to it.
import * as z from "zod/mini";
import { formatMoney } from "../../../islands/lib/money.ts";
import { Notice } from "../../../islands/ui/notice.tsx";
import { invoiceSums, invoiceTitle, paidAtOnceMax, productsText } from "../../../worker/contract/entities/invoice.ts";
import { Failure } from "../../../worker/contract/errors.ts";
import { isUuid, uuid } from "../../../worker/contract/fields.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import * as contract from "../../../worker/contract/v1/client/invoices.ts";
import type { ReadCtx } from "../../../worker/domain/context.ts";
import {
  getInvoices,
  type InvoiceDocument,
  isExpired,
  fetchOwnPaymentMethods,
  type MethodUse,
  type PaidResult,
  type PaymentMethod,
  payInvoices,
  readMethodUse,
} from "../../../worker/domain/payments/index.ts";
import { formPost } from "../../../worker/http/form.ts";
import { page } from "../../../worker/http/page.ts";
import { PageNotFound, Redirect } from "../../../worker/http/page-spec.ts";
import { DateText } from "../../../worker/ui/date.tsx";
import { Figure } from "../../../worker/ui/figures/figure.tsx";
import { PageHeader } from "../../../worker/ui/layouts/page-header.tsx";
import { bulkAction } from "../../bulk-action.ts";
import { appLayout } from "../../layouts.tsx";
import { isWebAddress } from "../../web-address.ts";
import { InvoiceState } from "./invoice-state.tsx";
import { isAttemptWith, MethodChoices } from "./method-choices.tsx";

const isPayable = ({ is_open, is_processing }: InvoiceDocument): boolean => is_open && !is_processing;

/** `?id=` may name invoices that are not payable; they are listed, too. */
const payPage = page({
  path: pages.payInvoices,
  access: "see_billing",
  not_impersonated: true,
  layout: appLayout,
  section: "Invoices",
  async load({ ctx, url, typed }) {
    const ids = [...new Set([...url.searchParams.getAll("id"), ...typed.getAll("id")])].filter(isUuid);
    if (ids.length === 0) throw new Redirect(hrefOf(pages.invoices, {}, { is_unpaid: "true" }));
    const [invoices, { tries }, methods] = await Promise.all([
      getInvoices(ctx, ids.slice(0, paidAtOnceMax)).catch(throwPageNotFound),
      readMethodUse(ctx),
      fetchUsableMethods(ctx),
    ]);
    return { invoices: invoices.toReversed(), tries, methods, left: Math.max(ids.length - paidAtOnceMax, 0) };
  },
  head: () => ({ title: "Pay invoices · CrunchBox", no_store: true }),
  view({ invoices, tries, methods, left }, { typed }) {
    const payableInvoices = invoices.filter(isPayable);
    const [firstInvoice, ...others] = payableInvoices.length > 0 ? payableInvoices : invoices;
    return (
      <>
        <PageHeader
          trail={[["Invoices", pages.invoices]]}
          title={
            firstInvoice && others.length === 0
              ? `Pay ${inlineTitle(firstInvoice)}`
              : `Pay ${others.length + 1} invoices`
          }
        />
        {left > 0 && (
          <Notice tone="info">
            At most {paidAtOnceMax} invoices are paid at once. Pay the other {left} afterwards.
          </Notice>
        )}
        <form method="post" action={pages.payInvoices} className="with-summary">
          <input type="hidden" name="key" value={crypto.randomUUID()} />
          <div className="steps">
            <section>
              <h2>{invoices.length === 1 ? "Invoice" : "Invoices"}</h2>
              <ul className="movements card">
                {invoices.map((invoice) => (
                  <InvoiceLine key={invoice.id} invoice={invoice} />
                ))}
              </ul>
            </section>
            {payableInvoices.length > 0 && (
              <fieldset className="step">
                <legend>Payment method</legend>
                {methods ? (
                  <Methods methods={methods} chosen={typed.get("stripe_payment_method_id")} tries={tries} />
                ) : (
                  <Notice tone="warning">
                    Our payment provider is not responding right now. Nothing was charged; try again in a moment.
                  </Notice>
                )}
                <OtherCardLinks invoices={payableInvoices} />
              </fieldset>
            )}
          </div>
          <PaymentSummary due={payableInvoices} can_pay={methods !== undefined && methods.length > 0} />
        </form>
      </>
    );
  },
});

function InvoiceLine({ invoice }: { invoice: InvoiceDocument }) {
  const { id, amount, reference_name, reference_type, po_number } = invoice;
  const { paid, remaining } = invoiceSums(invoice);
  const facts = [
    reference_type === "order" && reference_name,
    productsText(invoice),
    po_number && `PO ${po_number}`,
    paid > 0 && paid < amount && `${formatMoney(paid)} of ${formatMoney(amount)} paid`,
  ];
  return (
    <li>
      <span>
        <span className="method-title">
          <a href={hrefOf(pages.invoice, { invoice_id: id })}>{invoiceTitle(invoice)}</a>
          <InvoiceState invoice={invoice} />
        </span>
        <small>{facts.filter(Boolean).join(" · ")}</small>
        {isPayable(invoice) && (
          <>
            <input type="hidden" name="id" value={id} />
            <input type="hidden" name={`title.${id}`} value={invoiceTitle(invoice)} />
          </>
        )}
      </span>
      {isPayable(invoice) && <b>{formatMoney(remaining)}</b>}
    </li>
  );
}

function PaymentSummary({ due, can_pay }: { due: readonly InvoiceDocument[]; can_pay: boolean }) {
  const sum = due.reduce((total, invoice) => total + invoiceSums(invoice).remaining, 0);
  return (
    <section className="summary" aria-label="To pay">
      <h2>To pay</h2>
      <Figure>{formatMoney(sum)}</Figure>
      {due.length === 0 && <p className="small">There is nothing to pay here.</p>}
      {due.length > 1 && (
        <p className="small">We charge each invoice separately. If one payment is declined, we still try the others.</p>
      )}
      {due.length > 0 && can_pay && <button className="button">Pay {formatMoney(sum)}</button>}
    </section>
  );
}

const inlineTitle = (invoice: InvoiceDocument): string => {
  const title = invoiceTitle(invoice);
  return title.startsWith("Invoice") ? `i${title.slice(1)}` : `invoice ${title}`;
};

const throwPageNotFound = (error: unknown): never => {
  if (error instanceof Failure && error.family === "notFound") throw new PageNotFound();
  throw error;
};

/** Undefined if the payment provider does not answer, so that the page still lists the invoices. */
const fetchUsableMethods = (ctx: ReadCtx): Promise<PaymentMethod[] | undefined> =>
  fetchOwnPaymentMethods(ctx).then(
    ({ data }) => data.filter((method) => !method.verification && !isExpired(method)),
    (error: unknown) => {
      if (error instanceof Error && error.name === "GatewayError") return undefined;
      throw error;
    },
  );

type Attempts = MethodUse["tries"];
type MethodsProps = {
  methods: readonly PaymentMethod[];
  chosen: string | null;
  tries: Attempts;
};

function Methods({ methods, chosen, tries }: MethodsProps) {
  const findLastAttempt = (method: PaymentMethod) => tries.find((tried) => isAttemptWith(method, tried));
  // preselects the method of the newest payment that was not declined, else a method whose last payment was not
  // declined
  const preselectedMethod =
    methods.find(({ id }) => id === chosen) ??
    tries.flatMap((tried) =>
      tried.is_declined ? [] : methods.filter((method) => findLastAttempt(method) === tried),
    )[0] ??
    methods.find((method) => !findLastAttempt(method)?.is_declined);
  if (methods.length === 0)
    return (
      <p className="small">
        Your organization has no payment method that can be charged. <a href={pages.addOwnPaymentMethod}>Add one</a>,
        then come back.
      </p>
    );
  return (
    <MethodChoices
      methods={methods}
      name="stripe_payment_method_id"
      chosen={preselectedMethod?.id}
      note={(method) => declinedNote(findLastAttempt(method))}
    />
  );
}

const declinedNote = (last: Attempts[number] | undefined) =>
  last?.is_declined ? (
    <>
      Declined on <DateText at={last.at} />
    </>
  ) : undefined;

/** The provider's page accepts cards that the organization has not saved. */
function OtherCardLinks({ invoices }: { invoices: readonly InvoiceDocument[] }) {
  const [first, ...others] = invoices.filter(({ stripe_invoice_url }) => isWebAddress(stripe_invoice_url));
  if (!first) return null;
  const hrefOfPage = ({ id }: InvoiceDocument) => hrefOf(pages.payInvoice, { invoice_id: id });
  if (others.length === 0)
    return (
      <p className="add-method">
        <a className="button quiet" href={hrefOfPage(first)}>
          Pay {invoices.length > 1 && `${inlineTitle(first)} `}with another card
        </a>
        <span className="small">On our payment provider’s page.</span>
      </p>
    );
  return (
    <p className="small">
      To pay with another card, open{" "}
      {[first, ...others].map((invoice, index) => (
        <span key={invoice.id}>
          {index > 0 && (index === others.length ? " or " : ", ")}
          <a href={hrefOfPage(invoice)}>{inlineTitle(invoice)}</a>
        </span>
      ))}{" "}
      on our payment provider’s page.
    </p>
  );
}

const outcomeMessages: Record<PaidResult["outcome"], string> = {
  paid: "Paid.",
  processing: "The bank debit is on its way and takes up to 4 business days.",
  action: "Your bank asks you to confirm this payment.",
  declined: "The bank declined the payment.",
  refused: "It could not be paid.",
  pending: "The payment provider has not answered yet.",
};

function resultText(results: PaidResult[], titles: URLSearchParams) {
  const text = results
    .map(({ invoice_id, outcome, message }) => {
      const title = results.length > 1 ? `${titles.get(`title.${invoice_id}`) ?? "Invoice"}: ` : "";
      return `${title}${message ?? outcomeMessages[outcome]}`;
    })
    .join(" ");
  const hasSuccess = results.some(({ outcome }) => outcome === "paid" || outcome === "processing");
  return { message: text, tone: hasSuccess ? ("success" as const) : ("danger" as const) };
}

const payForm = formPost(contract.payInvoices, {
  path: pages.payInvoices,
  fields: { invoice_ids: "id" },
  page: payPage,
  send: (ctx, { body }) => payInvoices(ctx, body),
  back: (paid) => {
    const [only, ...others] = paid?.results ?? [];
    return only && others.length === 0 ? hrefOf(pages.invoice, { invoice_id: only.invoice_id }) : pages.invoices;
  },
  done: ({ results }, typed) => resultText(results, typed),
});

const selectionContract = {
  access: "see_billing",
  body: z.object({ invoice_ids: z.array(uuid()).check(z.minLength(1), z.maxLength(100)) }),
} as const;

const hrefWithIds = (path: string, ids: readonly string[]): string =>
  `${path}?${new URLSearchParams(ids.map((id) => ["id", id]))}`;

export const paySelectedAction = bulkAction({ ...selectionContract, not_impersonated: true } as const, {
  label: "Pay",
  path: pages.paySelectedInvoices,
  is_main: true,
  ids: "invoice_ids",
  send: async (_ctx, { body }) => body.invoice_ids,
  next: (ids) => hrefWithIds(pages.payInvoices, ids),
});

export const downloadSelectedAction = bulkAction(selectionContract, {
  label: "Download PDFs",
  path: pages.selectedInvoicePdfs,
  ids: "invoice_ids",
  send: async (_ctx, { body }) => body.invoice_ids,
  next: (ids) => hrefWithIds(pages.invoicePdfs, ids),
});

export const payInvoicesPages = [payPage, payForm];
