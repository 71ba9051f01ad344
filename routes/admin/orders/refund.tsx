import * as z from "zod/mini";
import { formatMoney } from "../../../islands/lib/money.ts";
import { Field } from "../../../islands/ui/field.tsx";
import { methodName } from "../../../worker/contract/buying/payment-method-name.ts";
import { refundInPart } from "../../../worker/contract/buying/refund-in-part.ts";
import { uuid } from "../../../worker/contract/fields.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import { refundOrder as refundContract } from "../../../worker/contract/v1/admin/orders.ts";
import { readOrderPayment } from "../../../worker/domain/fulfilment/index.ts";
import { readRefundOptions, type RefundOptions, refundOrder } from "../../../worker/domain/payments/index.ts";
import type { AppContext } from "../../../worker/http/app-env.ts";
import { formPost } from "../../../worker/http/form.ts";
import { page } from "../../../worker/http/page.ts";
import { Notice } from "../../../islands/ui/notice.tsx";
import { FormGroup, FormLayout } from "../../../worker/ui/layouts/layouts.tsx";
import { PageHeader } from "../../../worker/ui/layouts/page-header.tsx";
import { consoleLayout } from "../../layouts.tsx";
import { type Chosen, mistakeIn, readChosen, toRefundRequest } from "./refund-choice.ts";

/** Choose, then confirm the exact amount; the URL holds the choice, so no script is needed. */
const refundPage = page({
  path: pages.refundOrder,
  access: "refunds:act",
  layout: consoleLayout,
  section: "Orders",
  params: z.object({ order_id: uuid() }),
  async load({ ctx, url, params: { order_id } }) {
    const chosen = readChosen(url.searchParams);
    const mistake = mistakeIn(chosen);
    const [options, payment] = await Promise.all([
      readRefundOptions(ctx, order_id, mistake === undefined ? toRefundRequest(chosen) : undefined),
      readOrderPayment(ctx, order_id),
    ]);
    return { options, chosen, mistake, order_id, method: payment?.method ? methodName(payment.method) : undefined };
  },
  head: ({ options }) => ({ title: `Refund ${options.order_number} · Console · CrunchBox`, no_store: true }),
  view: ({ options, chosen, mistake, order_id, method }) => (
    <>
      <PageHeader
        trail={[
          ["Orders", pages.adminOrders],
          [`Order ${options.order_number}`, hrefOf(pages.adminOrder, { order_id })],
        ]}
        title="Refund"
        subtitle={
          options.left_cents > 0
            ? `${formatMoney(options.left_cents)} of ${options.order_number} can still be refunded${method ? ` to ${method}` : ""}.`
            : "This payment is fully refunded."
        }
      />
      {options.left_cents > 0 && (
        <FormLayout>
          <Choice options={options} chosen={chosen} mistake={mistake ?? options.issue?.message} order_id={order_id} />
          {options.preview && <Confirmation options={options} order_id={order_id} method={method} />}
        </FormLayout>
      )}
    </>
  ),
});

type ChoiceProps = { options: RefundOptions; chosen: Chosen; mistake: string | undefined; order_id: string };

function Choice({ options, chosen, mistake, order_id }: ChoiceProps) {
  const { parts, left_cents, preview } = options;
  const refundAllHref = hrefOf(pages.refundOrder, { order_id }, { all: "true" });
  return (
    <FormGroup
      title="What"
      text="Enter how many of each line to refund; their tax is included. Or enter an amount that belongs to no line."
    >
      {mistake && <Notice tone="danger">{mistake}</Notice>}
      <form action={hrefOf(pages.refundOrder, { order_id })} noValidate className="ship refund-lines">
        {parts.map(({ id, name, quantity, left, one_cents }) =>
          left === 0 ? (
            <p key={id}>
              {name}: {quantity === 1 ? "refunded" : `all ${quantity} refunded`}
            </p>
          ) : (
            <Field
              key={id}
              name={`quantity.${id}`}
              label={name}
              hint={`${left} of ${quantity} left, ${formatMoney(one_cents)} each with its tax`}
              inputMode="numeric"
              is_optional
              defaultValue={chosen.quantities[id] ?? ""}
            />
          ),
        )}
        <Field
          name="amount"
          label="Or an amount in dollars"
          inputMode="decimal"
          is_optional
          defaultValue={chosen.amount}
          hint={`At most ${formatMoney(left_cents)}`}
        />
        <div className="actions">
          <button className={preview ? "button quiet" : "button"}>Review the refund</button>
          <a className="button quiet" href={refundAllHref}>
            All that is left, {formatMoney(left_cents)}
          </a>
        </div>
      </form>
    </FormGroup>
  );
}

type ConfirmationProps = {
  options: RefundOptions;
  order_id: string;
  method: string | undefined;
};

function Confirmation({ options: { preview, parts }, order_id, method }: ConfirmationProps) {
  if (!preview) return null;
  const nameOf = (id: string | null) => parts.find((part) => part.id === (id ?? "shipping"))?.name ?? "";
  const tax = preview.shares.reduce((sum, share) => sum + share.tax, 0);
  const rows: [string, number][] = [
    ...preview.shares.map((share): [string, number] => [
      share.line_id === null ? "Shipping" : `${share.quantity} × ${nameOf(share.line_id)}`,
      share.amount,
    ]),
    ...(preview.shares.length > 0 ? [["Tax", tax] satisfies [string, number]] : []),
    ["Goes back", preview.amount],
  ];
  return (
    <FormGroup
      title="This goes back"
      text={`To ${method ?? "the original payment method"}. The buyer is notified by email. This cannot be undone.`}
    >
      <dl className="order-sums">
        {rows.map(([name, cents]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{formatMoney(cents)}</dd>
          </div>
        ))}
      </dl>
      <form method="post" action={hrefOf(pages.giveRefund, { order_id })} noValidate>
        <input type="hidden" name="key" value={crypto.randomUUID()} />
        {preview.shares.length === 0 && <input type="hidden" name="amount" value={preview.amount} />}
        {preview.shares.map(({ line_id, quantity }, place) => (
          <span key={line_id ?? "shipping"}>
            <input type="hidden" name={`lines.${place}.line_id`} value={line_id ?? "shipping"} />
            <input type="hidden" name={`lines.${place}.quantity`} value={quantity} />
          </span>
        ))}
        <button className="button danger">Refund {formatMoney(preview.amount)}</button>
      </form>
    </FormGroup>
  );
}

const toOrder = (_result: unknown, c: AppContext): string =>
  hrefOf(pages.adminOrder, { order_id: c.req.param("order_id") ?? "" });

const give = formPost(refundContract, {
  path: pages.giveRefund,
  back: toOrder,
  send: (ctx, { params, body }) => refundOrder(ctx, params.order_id, body),
  done: ({ amount }) => `${formatMoney(amount)} go back.`,
  refusal: ({ errcode, message }) => ({
    message:
      errcode === "PAYMENT_FAILED" && message !== refundInPart
        ? "The payment provider rejected the refund, so nothing was refunded. Refunds are not possible during a dispute."
        : message,
  }),
});

export const refundPages = [refundPage, give];
