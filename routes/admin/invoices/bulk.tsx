import type * as z from "zod/mini";
import { pages } from "../../../worker/contract/pages.ts";
import * as contract from "../../../worker/contract/v1/admin/invoices.ts";
import { markInvoicesPaid, remindInvoices } from "../../../worker/domain/payments/index.ts";
import { formPost, type FormPost } from "../../../worker/http/form.ts";
import type { FormContract } from "../../../worker/http/form-input.ts";
import { type ListAction, formatNames, refusalText } from "../../bulk-action.ts";
import { PaidFields } from "./verbs.tsx";

type Result = z.output<typeof contract.remindInvoices.reply>["results"][number];

type InvoiceActionSpec<E extends FormContract, X> = Omit<ListAction<X>, "access" | "routeOf"> & {
  /** Participle for the success message: "reminded". */
  done: string;
  send: FormPost<E, { results: Result[] }>["send"];
};

/** The message names up to five refused invoices, each with its reason. */
const buildInvoiceAction = <const E extends FormContract, X = unknown>(
  call: E,
  spec: InvoiceActionSpec<E, X>,
): ListAction<X> => ({
  access: call.access,
  label: spec.label,
  path: spec.path,
  question: spec.question,
  routeOf: ({ page, path, noun, complete }) =>
    formPost(call, {
      path: spec.path,
      fields: { invoice_ids: "id" },
      send: spec.send,
      complete,
      page,
      back: (_result, c) => path + new URL(c.req.url).search,
      done: ({ results }, typed) => resultText(results, typed, spec.done),
      refusal: (refused, typed) => ({ message: refusalText(refused, typed, "invoice_ids", noun) }),
    }),
});

const namedMax = 5;

function resultText(results: Result[], fields: URLSearchParams, participle: string) {
  const idsByOutcome = (outcome: Result["outcome"]) =>
    results.filter((result) => result.outcome === outcome).map(({ invoice_id }) => invoice_id);
  const [doneIds, refusals] = [idsByOutcome("done"), results.filter(({ outcome }) => outcome !== "done")];
  const refusedInvoices = refusals
    .slice(0, namedMax)
    .map(({ invoice_id, message }) => `${formatNames(fields, [invoice_id])}: ${message}`);
  const messages = [
    ...(doneIds.length > 0 ? [`${formatNames(fields, doneIds)} ${participle}`] : []),
    ...refusedInvoices,
    ...(refusals.length > namedMax ? [`${refusals.length - namedMax} more were refused`] : []),
  ];
  const message = messages.map((sentence) => `${sentence.replace(/\.$/, "")}.`).join(" ");
  return { message, tone: doneIds.length > 0 ? ("success" as const) : ("danger" as const) };
}

export const remindSelectedAction = buildInvoiceAction(contract.remindInvoices, {
  label: "Send a reminder",
  path: pages.remindInvoices,
  done: "reminded",
  send: (ctx, { body }) => remindInvoices(ctx, body),
  question: {
    title: "Mail reminders of the selected invoices?",
    text: "The people who can pay get an email at once. Invoices that are not open are named with the reason.",
    confirm: "Yes, mail them",
  },
});

export const markSelectedPaidAction = buildInvoiceAction(contract.markInvoicesPaid, {
  label: "Note as paid",
  path: pages.markInvoicesPaid,
  done: "noted as paid",
  send: (ctx, { body }) => markInvoicesPaid(ctx, body),
  question: {
    title: "Paid by wire or cheque?",
    text: "Nothing is charged. Each invoice that is still open becomes paid; the others are named with the reason.",
    confirm: "Note as paid",
    fields: (typed, { today }: { today: string }) => (
      <PaidFields prefix="bulk-paid" today={today} typed={typed} is_in_list />
    ),
  },
});
