import * as z from "zod/mini";
import CancelLinesForm from "../../../islands/admin/cancel-lines-form.tsx";
import { cancelAll, sumCancellation, toCanceledLines } from "../../../worker/contract/buying/cancel-choice.ts";
import { methodName } from "../../../worker/contract/buying/payment-method-name.ts";
import { readRefundChoice } from "../../../worker/contract/buying/refund-choice.ts";
import { refundInPartMessage } from "../../../worker/contract/buying/refund-in-part.ts";
import { isUuid, uuid } from "../../../worker/contract/fields.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import { can } from "../../../worker/contract/people/permissions.ts";
import { cancelOrder as cancelContract } from "../../../worker/contract/v1/admin/orders.ts";
import { readOrderPayment } from "../../../worker/domain/fulfilment/index.ts";
import { cancelOrder, isRefundKeyUsed, readCancelOptions } from "../../../worker/domain/payments/index.ts";
import type { AppContext } from "../../../worker/http/app-env.ts";
import { formPost } from "../../../worker/http/form.ts";
import { page } from "../../../worker/http/page.ts";
import { Island } from "../../../worker/ui/island.tsx";
import { PageHeader } from "../../../worker/ui/layouts/page-header.tsx";
import { consoleLayout } from "../../layouts.tsx";
import { addLines, linesError, requireConfirmedSum, orderHref } from "./chosen-lines.ts";
import { pendingApprovalMessage } from "./refund-approvals.tsx";

/** With script the form's sum updates itself; without script the page reloads with the input in its URL. */
const cancelLinesPage = page({
  path: pages.cancelOrderLines,
  access: "orders:act",
  layout: consoleLayout,
  section: "Orders",
  params: z.object({ order_id: uuid() }),
  async load({ ctx, url, typed, params: { order_id } }) {
    const [options, payment] = await Promise.all([readCancelOptions(ctx, order_id), readOrderPayment(ctx, order_id)]);
    const fields = typed.size > 0 ? typed : url.searchParams;
    const chosen = url.searchParams.has("all") ? cancelAll(options.lines) : readRefundChoice(fields).quantities;
    return { options, chosen, order_id, method: payment?.method ? methodName(payment.method) : null };
  },
  head: ({ options }) => ({ title: `Cancel lines of ${options.order_number} · Console · CrunchBox`, no_store: true }),
  view: ({ options, chosen, order_id, method }, { viewer }) => (
    <>
      <PageHeader
        trail={[
          ["Orders", pages.adminOrders],
          [`Order ${options.order_number}`, hrefOf(pages.adminOrder, { order_id })],
        ]}
        title="Cancel lines"
        subtitle={subtitleFor(
          options.lines.some(({ owed }) => owed > 0),
          can(viewer, "refunds:read"),
        )}
      />
      {options.lines.some(({ owed }) => owed > 0) && can(viewer, "refunds:read") && (
        <Island
          name="admin/cancel-lines-form"
          of={CancelLinesForm}
          props={{
            ...options,
            chosen,
            method,
            must_ask: !can(viewer, "refunds:act"),
            form_key: crypto.randomUUID(),
            href: hrefOf(pages.cancelOrderLines, { order_id }),
            all_href: hrefOf(pages.cancelOrderLines, { order_id }, { all: "true" }),
          }}
        />
      )}
    </>
  ),
});

function subtitleFor(isOwed: boolean, mayRefund: boolean): string {
  if (!isOwed) return "Nothing of this order has still to ship, so nothing can be canceled. Returns can be refunded.";
  return mayRefund
    ? "What has not shipped can be canceled, and what was paid for it goes back."
    : "Canceling lines of a paid order is a refund. Ask an owner to cancel them.";
}

/**
 * Adds the lines to cancel under the API's field names. @throws BadRequest without lines, and if the sum differs from
 * the confirmed one
 */
async function addRequestFields(sentFields: URLSearchParams, c: AppContext): Promise<void> {
  const order_id = c.req.param("order_id") ?? "";
  if (!isUuid(order_id)) return;
  const { quantities } = readRefundChoice(sentFields);
  const options = await readCancelOptions(c.get("ctx"), order_id);
  // the first post already reduced the amounts left, so the sum of a repeated post is not checked
  const isResubmitted =
    options.is_canceled || (await isRefundKeyUsed(c.get("ctx"), order_id, sentFields.get("key") ?? ""));
  if (!isResubmitted) requireConfirmedSum(sentFields, { ...sumCancellation(options, quantities), again: "cancel" });
  const canceled = toCanceledLines(quantities);
  if (canceled.length === 0) throw linesError("Enter how many of a line to cancel.");
  addLines(sentFields, canceled);
}

const cancelLinesForm = formPost(cancelContract, {
  path: pages.cancelOrderLines,
  page: cancelLinesPage,
  back: orderHref,
  complete: addRequestFields,
  send: (ctx, { params, body }) => cancelOrder(ctx, params.order_id, body),
  done: (asked) => (asked ? pendingApprovalMessage : "The lines are canceled and the buyer is notified."),
  refusal: ({ errcode, message }) => ({
    message:
      errcode === "PAYMENT_FAILED" && message !== refundInPartMessage
        ? "The payment provider rejected the refund, so nothing was canceled. Refunds are not possible during a dispute."
        : message,
  }),
});

export const cancelLinesPages = [cancelLinesPage, cancelLinesForm];
