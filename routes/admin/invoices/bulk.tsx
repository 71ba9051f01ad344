import type * as z from "zod/mini";
import { pages } from "../../../worker/contract/pages.ts";
import * as contract from "../../../worker/contract/v1/admin/invoices.ts";
import { markInvoicesPaid, remindInvoices } from "../../../worker/domain/payments/index.ts";
import { formPost, type FormPost } from "../../../worker/http/form.ts";
import type { FormContract } from "../../../worker/http/form-input.ts";
import { type ListAction, namesOf, refusalText } from "../../bulk-action.ts";
import { PaidFields } from "./verbs.tsx";

type Result = z.output<typeof contract.remindInvoices.reply>["results"][number];

type EachSpec<E extends FormContract, X> = Omit<ListAction<X>, "access" | "routeOf"> & {
  /** Participle of the success message: "reminded". */
  done: string;
  send: FormPost<E, { results: Result[] }>["send"];
};

/** Sends one invoice at a time. The message afterwards names the refused ones, each with its reason. */
const eachAction = <const E extends FormContract, X = unknown>(call: E, spec: EachSpec<E, X>): ListAction<X> => ({
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

function resultText(results: Result[], fields: URLSearchParams, done: string) {
  const idsOf = (outcome: Result["outcome"]) =>
    results.filter((result) => result.outcome === outcome).map(({ invoice_id }) => invoice_id);
  const [finished, others] = [idsOf("done"), results.filter(({ outcome }) => outcome !== "done")];
  const refusedInvoices = others
    .slice(0, namedMax)
    .map(({ invoice_id, message }) => `${namesOf(fields, [invoice_id])}: ${message}`);
  const sentences = [
    ...(finished.length > 0 ? [`${namesOf(fields, finished)} ${done}`] : []),
    ...refusedInvoices,
    ...(others.length > namedMax ? [`${others.length - namedMax} more were refused`] : []),
  ];
  const message = sentences.map((sentence) => `${sentence.replace(/\.$/, "")}.`).join(" ");
  return { message, tone: finished.length > 0 ? ("success" as const) : ("danger" as const) };
}

export const remindSelected = eachAction(contract.remindInvoices, {
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

export const paySelected = eachAction(contract.markInvoicesPaid, {
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
