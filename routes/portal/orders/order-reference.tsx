import { Field } from "../../../islands/ui/field.tsx";
import { TextAreaField } from "../../../islands/ui/fields/text-area-field.tsx";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import * as contract from "../../../worker/contract/v1/client/orders.ts";
import type { Order } from "../../../worker/domain/fulfilment/index.ts";
import { updateOrder } from "../../../worker/domain/payments/index.ts";
import { formPost } from "../../../worker/http/form.ts";
import type { PageRoute } from "../../../worker/http/page-spec.ts";
import { buildFieldProps, type TypedFields } from "../../../worker/ui/forms/fields-of.ts";

type ReferenceProps = { order: Order; typed: TypedFields | undefined };

/** Buyers often get the PO number after ordering, and accounting exports it with the invoice. */
export function OrderReference({ order: { id, po_number, note }, typed }: ReferenceProps) {
  const { field } = buildFieldProps(typed, { po_number: po_number ?? "", note: note ?? "" });
  return (
    <details className="order-reference" open={typed !== undefined}>
      <summary className="link-button">{po_number ? "Change PO number or note" : "Add a PO number"}</summary>
      <form method="post" action={hrefOf(pages.orderReference, { order_id: id })} noValidate>
        <Field
          {...field("po_number")}
          label="PO number"
          is_optional
          maxLength={64}
          hint="Shown on the order and its invoice."
        />
        <TextAreaField {...field("note")} label="Note to us" is_optional rows={2} maxLength={1000} />
        <button className="button">Save</button>
      </form>
    </details>
  );
}

export const buildOrderReferenceForm = (page: PageRoute) =>
  formPost(contract.updateOrder, {
    path: pages.orderReference,
    page,
    // an emptied field is missing in the body
    send: (ctx, { params, body: { po_number = "", note = "" } }) =>
      updateOrder(ctx, params.order_id, { po_number, note }),
    back: (_order, c) => hrefOf(pages.order, { order_id: c.req.param("order_id") ?? "" }),
    done: () => "The PO number and the note are saved.",
  });
