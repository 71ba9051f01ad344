import * as z from "zod/mini";
import RefundForm from "../../../islands/admin/refund-form.tsx";
import { formatMoney } from "../../../islands/lib/money.ts";
import { methodName } from "../../../worker/contract/buying/payment-method-name.ts";
import {
  chooseAll,
  readRefundChoice,
  sumRefund,
  toRefundRequest,
} from "../../../worker/contract/buying/refund-choice.ts";
import { refundInPartMessage } from "../../../worker/contract/buying/refund-in-part.ts";
import { refundReasonLabel } from "../../../worker/contract/buying/refund-reasons.ts";
import { isUuid, uuid } from "../../../worker/contract/fields.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import { can } from "../../../worker/contract/people/permissions.ts";
import { noteRefund as noteContract, refundOrder as refundContract } from "../../../worker/contract/v1/admin/orders.ts";
import { readOrderPayment } from "../../../worker/domain/fulfilment/index.ts";
import {
  isPendingApproval,
  isRefundKeyUsed,
  noteRefund,
  readRefundOptions,
  type RefundOptions,
  refundOrder,
} from "../../../worker/domain/payments/index.ts";
import type { AppContext } from "../../../worker/http/app-env.ts";
import type { TypedInput } from "../../../worker/http/flash.ts";
import { formPost } from "../../../worker/http/form.ts";
import { page } from "../../../worker/http/page.ts";
import type { StaffViewer } from "../../../worker/http/viewer.ts";
import { Island } from "../../../worker/ui/island.tsx";
import { PageHeader } from "../../../worker/ui/layouts/page-header.tsx";
import { consoleLayout } from "../../layouts.tsx";
import { addLines, linesError, requireConfirmedSum, orderHref } from "./chosen-lines.ts";
import { pendingApprovalMessage } from "./refund-approvals.tsx";

/** With script the form's sum updates itself; without script the page reloads with the input in its URL. */
const refundPage = page({
  path: pages.refundOrder,
  access: "refunds:read",
  layout: consoleLayout,
  section: "Orders",
  params: z.object({ order_id: uuid() }),
  async load({ ctx, url, typed, params: { order_id } }) {
    const fields = typed.size > 0 ? typed : url.searchParams;
    const [options, payment] = await Promise.all([readRefundOptions(ctx, order_id), readOrderPayment(ctx, order_id)]);
    const { lines, left_cents } = options;
    const chosen = url.searchParams.has("all") ? chooseAll(lines, left_cents) : readRefundChoice(fields);
    return { options, chosen, fields, order_id, method: payment?.method ? methodName(payment.method) : null };
  },
  head: ({ options }) => ({ title: `Refund ${options.order_number} · Console · CrunchBox`, no_store: true }),
  view: ({ options, chosen, fields, order_id, method }, { viewer, flash }) => (
    <>
      <PageHeader
        trail={[
          ["Orders", pages.adminOrders],
          [`Order ${options.order_number}`, hrefOf(pages.adminOrder, { order_id })],
        ]}
        title={titleFor(options, viewer)}
        subtitle={subtitleFor(options, viewer)}
      />
      {options.left_cents > 0 && (!options.is_outside || can(viewer, "refunds:act")) && (
        <Island
          name="admin/refund-form"
          of={RefundForm}
          props={{
            lines: options.lines,
            left_cents: options.left_cents,
            paid_back: options.is_outside ? paidBackProps(options, fields, flash?.typed) : undefined,
            chosen,
            reason: fields.get("reason") ?? "requested_by_customer",
            reason_text: fields.get("reason_text") ?? "",
            reasons: Object.entries(refundReasonLabel),
            method,
            must_ask: !can(viewer, "refunds:act"),
            free_cents: options.free_cents,
            form_key: crypto.randomUUID(),
            give_href: hrefOf(options.is_outside ? pages.noteRefund : pages.giveRefund, { order_id }),
            sum_href: hrefOf(pages.refundOrder, { order_id }),
            all_href: hrefOf(pages.refundOrder, { order_id }, { all: "true" }),
          }}
        />
      )}
    </>
  ),
});

const titleFor = ({ is_outside }: RefundOptions, viewer: StaffViewer): string =>
  is_outside ? "Note as paid back" : can(viewer, "refunds:act") ? "Refund" : "Ask for a refund";

function subtitleFor({ is_outside, left_cents, order_number }: RefundOptions, viewer: StaffViewer): string {
  if (left_cents === 0) return "This payment is fully refunded.";
  const sum = formatMoney(left_cents);
  if (!is_outside) return `${sum} of ${order_number} can still be refunded. Amounts include tax.`;
  return can(viewer, "refunds:act")
    ? `${order_number} was paid by wire or cheque. Pay the money back first, then note it here: ${sum} at most, with tax.`
    : `${order_number} was paid by wire or cheque, so somebody of finance or an owner pays it back and notes it here.`;
}

function paidBackProps({ today }: RefundOptions, fields: URLSearchParams, input: TypedInput | undefined) {
  const { reference, paid_on } = input?.errors ?? {};
  return {
    reference: fields.get("reference") ?? "",
    paid_on: fields.get("paid_on") ?? today,
    today,
    errors: { reference, paid_on },
  };
}

/**
 * Adds the refund under the API's field names. @throws BadRequest if nothing is selected, and if the sum differs from
 * the one on the button
 */
async function addRequestFields(sentFields: URLSearchParams, c: AppContext): Promise<void> {
  const order_id = c.req.param("order_id") ?? "";
  if (!isUuid(order_id)) return;
  const { lines, left_cents } = await readRefundOptions(c.get("ctx"), order_id);
  const choice = readRefundChoice(sentFields);
  // the first post already reduced the amounts left, so the sum of a repeated post is not checked
  if (!(await isRefundKeyUsed(c.get("ctx"), order_id, sentFields.get("key") ?? "")))
    requireConfirmedSum(sentFields, { ...sumRefund(lines, left_cents, choice), again: "refund" });
  const request = toRefundRequest(choice);
  if (!request) throw linesError("Enter how many of a line to refund, or an amount.");
  if (request.amount !== undefined) sentFields.set("amount", String(request.amount));
  addLines(sentFields, request.lines ?? []);
}

const giveForm = formPost(refundContract, {
  path: pages.giveRefund,
  page: refundPage,
  back: orderHref,
  complete: addRequestFields,
  send: (ctx, { params, body }) => refundOrder(ctx, params.order_id, body),
  done: (outcome) =>
    isPendingApproval(outcome) ? pendingApprovalMessage : `${formatMoney(outcome.amount)} goes back.`,
  refusal: ({ errcode, message }) => ({
    message:
      errcode === "PAYMENT_FAILED" && message !== refundInPartMessage
        ? "The payment provider rejected the refund, so nothing was refunded. Refunds are not possible during a dispute."
        : message,
  }),
});

const noteForm = formPost(noteContract, {
  path: pages.noteRefund,
  page: refundPage,
  back: orderHref,
  complete: addRequestFields,
  send: (ctx, { params, body }) => noteRefund(ctx, params.order_id, body),
  done: (outcome) =>
    isPendingApproval(outcome) ? pendingApprovalMessage : `${formatMoney(outcome.amount)} is noted as paid back.`,
});

export const refundPages = [refundPage, giveForm, noteForm];
