import { TextAreaField } from "../../../islands/ui/fields/text-area-field.tsx";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import type { AdminOrder } from "../../../worker/domain/fulfilment/index.ts";
import { fieldsOf } from "../../../worker/ui/forms/fields-of.ts";

type NoteFormProps = { order: AdminOrder; typed: Parameters<typeof fieldsOf>[0] };

export function NoteForm({ order, typed }: NoteFormProps) {
  const { field } = fieldsOf(typed);
  return (
    <details className="why" open={"text" in (typed?.values ?? {})}>
      <summary>Add a note</summary>
      <form method="post" action={hrefOf(pages.addOrderNote, { order_id: order.id })} noValidate className="ship">
        <input type="hidden" name="id" value={crypto.randomUUID()} />
        <TextAreaField {...field("text")} label="A note" hint="Customers never see it." rows={2} maxLength={4000} />
        <button className="button quiet">Add the note</button>
      </form>
    </details>
  );
}
