// The page that pays invoices, its result, and the actions that lead to it.
import * as z from "zod/mini";
import { formatMoney } from "../../../islands/lib/money.ts";
import { Notice } from "../../../islands/ui/notice.tsx";
import { methodName } from "../../../worker/contract/buying/payment-method-name.ts";
import { invoiceSums, invoiceTitle, paidAtOnceMax } from "../../../worker/contract/entities/invoice.ts";
import { Failure } from "../../../worker/contract/errors.ts";
import { isUuid, uuid } from "../../../worker/contract/fields.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import * as contract from "../../../worker/contract/v1/client/invoices.ts";
import type { ReadCtx } from "../../../worker/domain/context.ts";
import {
  getInvoices,
  type InvoiceDocument,
  isExpired,
  listPaymentMethods,
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
import { FormGroup } from "../../../worker/ui/layouts/layouts.tsx";
import { PageHeader } from "../../../worker/ui/layouts/page-header.tsx";
import { bulkAction } from "../../bulk-action.ts";
import { appLayout } from "../../layouts.tsx";
import { InvoiceState } from "./invoice-state.tsx";

const isPayable = ({ is_open, is_processing }: InvoiceDocument): boolean => is_open && !is_processing;
const isWebAddress = (url: string | null): url is string => url !== null && /^https?:\/\//.test(url);

/** The invoices of `?id=`, each listed, with the organization's payment methods. */
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
      getInvoices(ctx, ids.slice(0, paidAtOnceMax)).catch(noPage),
      readMethodUse(ctx),
      findMethods(ctx),
    ]);
    return { invoices: invoices.toReversed(), tries, methods, left: Math.max(ids.length - paidAtOnceMax, 0) };
  },
  head: () => ({ title: "Pay invoices · CrunchBox", no_store: true }),
  view({ invoices, tries, methods, left }, { typed }) {
    const due = invoices.filter(isPayable);
    const sum = due.reduce((total, invoice) => total + invoiceSums(invoice).remaining, 0);
    const [only] = invoices.length === 1 ? invoices : [];
    return (
      <>
        <PageHeader
          trail={[["Invoices", pages.invoices]]}
          title={only ? `Pay ${titleOf(only)}` : `Pay ${invoices.length} invoices`}
          subtitle={
            due.length > 1
              ? "We charge each invoice separately. If one payment is declined, we still try the others."
              : undefined
          }
        />
        {left > 0 && (
          <Notice tone="info">
            At most {paidAtOnceMax} invoices are paid at once. Pay the other {left} afterwards.
          </Notice>
        )}
        <form method="post" action={pages.payInvoices} className="form-layout">
          <input type="hidden" name="key" value={crypto.randomUUID()} />
          <FormGroup title="Invoices">
            <ul className="movements">
              {invoices.map((invoice) => (
                <li key={invoice.id}>
                  <span>
                    <a href={hrefOf(pages.invoice, { invoice_id: invoice.id })}>{invoiceTitle(invoice)}</a>
                    <small>
                      {[invoice.reference_name, invoice.po_number && `PO ${invoice.po_number}`]
                        .filter(Boolean)
                        .join(" · ")}
                      {!isPayable(invoice) && (
                        <>
                          {" · "}
                          <InvoiceState invoice={invoice} />
                        </>
                      )}
                    </small>
                    {isPayable(invoice) && (
                      <>
                        <input type="hidden" name="id" value={invoice.id} />
                        <input type="hidden" name={`title.${invoice.id}`} value={invoiceTitle(invoice)} />
                      </>
                    )}
                  </span>
                  <b>{formatMoney(isPayable(invoice) ? invoiceSums(invoice).remaining : 0)}</b>
                </li>
              ))}
            </ul>
          </FormGroup>
          {due.length === 0 ? (
            <p className="small">There is nothing to pay here.</p>
          ) : (
            <>
              <Methods methods={methods} chosen={typed.get("stripe_payment_method_id")} tries={tries} />
              {methods && methods.length > 0 && <button className="button">Pay {formatMoney(sum)}</button>}
              <OtherWays invoices={due} />
            </>
          )}
        </form>
      </>
    );
  },
});

const titleOf = (invoice: InvoiceDocument): string => {
  const title = invoiceTitle(invoice);
  return title.startsWith("Invoice") ? `i${title.slice(1)}` : `invoice ${title}`;
};

const noPage = (error: unknown): never => {
  if (error instanceof Failure && error.family === "notFound") throw new PageNotFound();
  throw error;
};

/** Undefined while the payment provider does not answer: the rest of the page works. */
const findMethods = (ctx: ReadCtx): Promise<PaymentMethod[] | undefined> =>
  listPaymentMethods(ctx).then(
    ({ data }) => data.filter((method) => !method.verification && !isExpired(method)),
    (error: unknown) => {
      if (error instanceof Error && error.name === "GatewayError") return undefined;
      throw error;
    },
  );

const namedOf = ({ type, card, us_bank_account: bank }: PaymentMethod) => ({
  type,
  name: card?.brand ?? bank?.bank_name ?? null,
  last4: card?.last4 ?? bank?.last4 ?? "",
});

function lastTryOf(method: PaymentMethod, tries: MethodUse["tries"]): MethodUse["tries"][number] | undefined {
  const { type, name, last4 } = namedOf(method);
  return tries.find((tried) => tried.type === type && tried.last4 === last4 && tried.name === name);
}

type MethodsProps = { methods: PaymentMethod[] | undefined; chosen: string | null; tries: MethodUse["tries"] };

function Methods({ methods, chosen, tries }: MethodsProps) {
  if (!methods)
    return (
      <Notice tone="warning">
        Our payment provider does not answer now. Nothing was charged; try again in a moment.
      </Notice>
    );
  if (methods.length === 0)
    return (
      <p className="small">
        Your organization has no payment method that can be charged. <a href={pages.addOwnPaymentMethod}>Add one</a>,
        then come back.
      </p>
    );
  const rows = methods.map((method) => ({ method, last: lastTryOf(method, tries) }));
  // the method of the last payment, else one that was never declined
  const first =
    rows.find(({ method }) => method.id === chosen) ??
    tries.flatMap((tried) => rows.filter(({ last }) => last === tried && !tried.is_declined))[0] ??
    rows.find(({ last }) => !last?.is_declined);
  return (
    <FormGroup title="Payment method">
      <div role="radiogroup" aria-label="Payment method" className="ways">
        {rows.map(({ method, last }) => (
          <label key={method.id} className="check">
            <input
              type="radio"
              name="stripe_payment_method_id"
              value={method.id}
              defaultChecked={method.id === first?.method.id}
              required
            />
            <span>
              {methodName(namedOf(method))}
              {last?.is_declined && (
                <small>
                  {" "}
                  Declined on <DateText at={last.at} />
                </small>
              )}
            </span>
          </label>
        ))}
      </div>
    </FormGroup>
  );
}

/** The provider's page takes cards that are not saved here. */
function OtherWays({ invoices }: { invoices: readonly InvoiceDocument[] }) {
  const others = invoices.filter(({ stripe_invoice_url }) => isWebAddress(stripe_invoice_url));
  if (others.length === 0) return null;
  return (
    <p className="small">
      Another card:{" "}
      {others.map((invoice, index) => (
        <span key={invoice.id}>
          {index > 0 && ", "}
          <a href={hrefOf(pages.payInvoice, { invoice_id: invoice.id })}>
            pay {titleOf(invoice)} on our payment provider’s page
          </a>
        </span>
      ))}
    </p>
  );
}

const outcomes: Record<PaidResult["outcome"], string> = {
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
      return `${title}${message ?? outcomes[outcome]}`;
    })
    .join(" ");
  const isGood = results.some(({ outcome }) => outcome === "paid" || outcome === "processing");
  return { message: text, tone: isGood ? ("success" as const) : ("danger" as const) };
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

const selected = {
  access: "see_billing",
  body: z.object({ invoice_ids: z.array(uuid()).check(z.minLength(1), z.maxLength(100)) }),
} as const;

const withIds = (path: string, ids: readonly string[]): string =>
  `${path}?${new URLSearchParams(ids.map((id) => ["id", id]))}`;

export const paySelected = bulkAction({ ...selected, not_impersonated: true } as const, {
  label: "Pay",
  path: pages.paySelectedInvoices,
  is_main: true,
  ids: "invoice_ids",
  send: async (_ctx, { body }) => body.invoice_ids,
  next: (ids) => withIds(pages.payInvoices, ids),
});

export const downloadSelected = bulkAction(selected, {
  label: "Download PDFs",
  path: pages.selectedInvoicePdfs,
  ids: "invoice_ids",
  send: async (_ctx, { body }) => body.invoice_ids,
  next: (ids) => withIds(pages.invoicePdfs, ids),
});

export const payInvoicesPages = [payPage, payForm];
