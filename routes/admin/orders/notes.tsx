import { TextAreaField } from "../../../islands/ui/fields/text-area-field.tsx";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import type { AdminOrder, OrderNote } from "../../../worker/domain/fulfilment/index.ts";
import { DateText } from "../../../worker/ui/date.tsx";
import { fieldsOf } from "../../../worker/ui/forms/fields-of.ts";

type NotesProps = {
  order: AdminOrder;
  notes: readonly OrderNote[];
  typed: Parameters<typeof fieldsOf>[0];
  can_write: boolean;
};

export function Notes({ order, notes, typed, can_write }: NotesProps) {
  const { field } = fieldsOf(typed);
  return (
    <section id="notes">
      <h2>Notes</h2>
      <p className="small">Customers never see them.</p>
      {notes.length > 0 && (
        <ul className="order-notes">
          {notes.map(({ id, text, author, created_at }) => (
            <li key={id}>
              <p>{text}</p>
              <small>
                {author.name}, <DateText at={created_at} />
              </small>
            </li>
          ))}
        </ul>
      )}
      {can_write && (
        <form method="post" action={hrefOf(pages.addOrderNote, { order_id: order.id })} noValidate className="ship">
          <input type="hidden" name="id" value={crypto.randomUUID()} />
          <TextAreaField {...field("text")} label="A note" rows={3} maxLength={4000} />
          <button className="button quiet">Add the note</button>
        </form>
      )}
    </section>
  );
}
