import { refundInPartMessage } from "../../../worker/contract/buying/refund-in-part.ts";
import * as contract from "../../../worker/contract/v1/admin/orders.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import { cancelOrder } from "../../../worker/domain/payments/index.ts";
import type { Route } from "../../../worker/http/app-env.ts";
import { formPost } from "../../../worker/http/form.ts";
import { noteForm } from "../notes/note-form.ts";
import { orderPage } from "./order.tsx";
import { orderHref } from "./chosen-lines.ts";
import { pendingApprovalMessage } from "./refund-approvals.tsx";

const note = noteForm({
  subject_type: "order",
  path: pages.addOrderNote,
  param: "order_id",
  page: orderPage,
  back: (order_id) => hrefOf(pages.adminOrder, { order_id }),
});

const cancelForm = formPost(contract.cancelOrder, {
  path: pages.cancelOrder,
  back: orderHref,
  send: (ctx, { params }) => cancelOrder(ctx, params.order_id),
  done: (asked) => (asked ? pendingApprovalMessage : "The order is canceled and the buyer is notified."),
  refusal: ({ errcode, message }) => ({
    message:
      errcode === "ORDER_ALREADY_PAID"
        ? "It has shipped in the meantime and can no longer be canceled."
        : errcode === "PAYMENT_FAILED" && message !== refundInPartMessage
          ? "The payment provider did not refund the payment, so the order is unchanged. A payment in progress cannot be stopped."
          : message,
  }),
});

export const orderForms: Route[] = [note, cancelForm];
