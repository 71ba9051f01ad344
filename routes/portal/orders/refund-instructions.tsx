import { formatMoney } from "../../../islands/lib/money.ts";
import { TextAreaField } from "../../../islands/ui/fields/text-area-field.tsx";
import { refundInstructions, refundInstructionsMax } from "../../../worker/contract/buying/refund-instructions.ts";
import { notFound } from "../../../worker/contract/errors.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import { getOrder as getOrderCall } from "../../../worker/contract/v1/client/orders.ts";
import { getOrder } from "../../../worker/domain/fulfilment/index.ts";
import { findRefundFailure, sendRefundInstructions } from "../../../worker/domain/payments/index.ts";
import { formPost } from "../../../worker/http/form.ts";
import { page } from "../../../worker/http/page.ts";
import { buildFieldProps } from "../../../worker/ui/forms/fields-of.ts";
import { FormFoot, FormLayout } from "../../../worker/ui/layouts/layouts.tsx";
import { PageHeader } from "../../../worker/ui/layouts/page-header.tsx";
import { appLayout } from "../../layouts.tsx";

const { params } = getOrderCall;
const accessOptions = { access: "see_billing", not_impersonated: true } as const;

/** After a failed refund, the customer describes in words where to send the money. */
const instructionsPage = page({
  path: pages.refundInstructions,
  ...accessOptions,
  layout: appLayout,
  section: "Orders",
  params,
  async load({ ctx, params: { order_id } }) {
    const [order, failure] = await Promise.all([getOrder(ctx, order_id), findRefundFailure(ctx, order_id)]);
    if (!failure?.is_unanswered) throw notFound("FAILED_REFUND_NOT_FOUND");
    return { order, failure };
  },
  head: ({ order }) => ({ title: `Refund of order ${order.order_number} · CrunchBox`, no_store: true }),
  view({ order, failure }, { flash }) {
    const { field } = buildFieldProps(flash?.typed, { message: "" });
    return (
      <>
        <PageHeader
          trail={[[`Order ${order.order_number}`, hrefOf(pages.order, { order_id: order.id })]]}
          title={`Where should we refund ${formatMoney(failure.amount)}?`}
          subtitle="Your bank returned the refund, so the money is with us. Tell us where else to send it."
        />
        <FormLayout>
          <form
            className="form-card form-grid"
            method="post"
            action={hrefOf(pages.refundInstructions, { order_id: order.id })}
            noValidate
          >
            <TextAreaField
              {...field("message")}
              label="Where to refund"
              rows={6}
              maxLength={refundInstructionsMax}
              required
              hint="For a bank account: the account holder, bank, routing number and account number. Never send card numbers."
            />
            <FormFoot>
              <button className="button">Send</button>
            </FormFoot>
          </form>
        </FormLayout>
      </>
    );
  },
});

const instructionsForm = formPost({ ...accessOptions, params, body: refundInstructions } as const, {
  path: pages.refundInstructions,
  page: instructionsPage,
  send: (ctx, { params: { order_id }, body }) => sendRefundInstructions(ctx, order_id, body.message),
  back: (_sent, c) => hrefOf(pages.order, { order_id: c.req.param("order_id") ?? "" }),
  done: (isSent) =>
    isSent
      ? "Thank you. We send the refund there and email you when it is on its way."
      : "You or a colleague already told us. We send the refund there.",
});

export const refundInstructionPages = [instructionsPage, instructionsForm];
