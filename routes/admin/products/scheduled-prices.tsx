import * as z from "zod/mini";
import { formatMoney } from "../../../islands/lib/money.ts";
import { Field } from "../../../islands/ui/field.tsx";
import { SelectField } from "../../../islands/ui/fields/select-field.tsx";
import { parseDollars } from "../../../worker/contract/buying/dollars.ts";
import { BadRequest } from "../../../worker/contract/errors.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import * as contract from "../../../worker/contract/v1/admin/scheduled-prices.ts";
import {
  type AdminProduct,
  deleteScheduledPrice,
  type ScheduledPrice,
  schedulePrice,
  toStartInstant,
} from "../../../worker/domain/catalog/index.ts";
import type { AppContext, Route } from "../../../worker/http/app-env.ts";
import type { TypedInput } from "../../../worker/http/flash.ts";
import { formPost } from "../../../worker/http/form.ts";
import type { PageRoute } from "../../../worker/http/page-spec.ts";
import { useCan } from "../../../worker/ui/access.tsx";
import { TimeText } from "../../../worker/ui/date.tsx";
import { ConfirmForm } from "../../../worker/ui/forms/confirm-form.tsx";
import { buildFieldProps } from "../../../worker/ui/forms/fields-of.ts";
import { type Column, Table } from "../../../worker/ui/lists/table.tsx";

type ScheduledPricesProps = {
  product: Pick<AdminProduct, "id" | "net_suite_id">;
  scheduled: readonly ScheduledPrice[];
  levels: readonly string[];
  typed: TypedInput | undefined;
};

const columns: Column<ScheduledPrice>[] = [
  { label: "Level", cell: ({ level }) => level },
  { label: "From", cell: ({ starts_at }) => <TimeText at={starts_at} />, on_phones: "note" },
  { label: "Scheduled by", cell: ({ created_by }) => created_by?.name ?? "Somebody", on_phones: "hidden" },
  { label: "Price", cell: (each) => priceText(each), is_number: true },
];
const cancelColumn: Column<ScheduledPrice> = {
  label: "Take back",
  cell: (each) => <CancelPriceForm price={each} />,
  on_phones: "state",
};

export function ScheduledPrices({ product, scheduled, levels, typed }: ScheduledPricesProps) {
  const canAct = useCan("prices:act");
  const canAdd = canAct && product.net_suite_id === null;
  if (!canAdd && scheduled.length === 0) return null;
  const { field } = buildFieldProps(typed);
  return (
    <section id="scheduled-prices">
      <h2>Prices from a date</h2>
      {scheduled.length > 0 && (
        <Table rows={scheduled} id={({ id }) => id} columns={canAct ? [...columns, cancelColumn] : columns} />
      )}
      <p className="small">
        A scheduled price takes effect within seconds of its time, even if the price was changed by hand before.
      </p>
      {canAdd && (
        <form
          method="post"
          action={`${hrefOf(pages.schedulePrice, { product_id: product.id })}`}
          noValidate
          className="form-layout"
        >
          <SelectField {...field("level")} label="Level" options={levels.map((level) => [level, level] as const)} />
          <Field {...field("dollars")} label="New price in dollars" inputMode="decimal" maxLength={13} />
          <div className="edit-row pair">
            <Field {...field("day")} type="date" label="From" />
            <Field {...field("time")} type="time" label="Time" is_optional hint="Midnight when left out." />
          </div>
          <button className="button quiet">Schedule the price</button>
        </form>
      )}
    </section>
  );
}

const priceText = ({ price }: ScheduledPrice) => (price === null ? "None" : formatMoney(price));

function CancelPriceForm({ price }: { price: ScheduledPrice }) {
  const { id, product_id, level } = price;
  return (
    <ConfirmForm
      id={`take-back-${id}`}
      label="Take back"
      title={`Take back the price of ${level}?`}
      action={hrefOf(pages.deleteScheduledPrice, { product_id, id })}
      confirm="Take it back"
      is_dangerous
    >
      <p>
        {priceText(price)} from <TimeText at={price.starts_at} /> will not take effect. The current price stays.
      </p>
    </ConfirmForm>
  );
}

const body = z.extend(contract.schedulePrice.body, {
  price: z.int("Type dollars from 0 to 999,999.99, as 12.50."),
});

/** Day and time are in the viewer's time zone. @throws BadRequest for an invalid day */
export function parseStart(fields: URLSearchParams, c: AppContext): string {
  const [day, time] = [fields.get("day") ?? "", fields.get("time") || "00:00"];
  const start = toStartInstant(c.get("ctx"), day, time);
  if (start !== undefined) return start;
  throw new BadRequest([{ code: "custom", path: ["day"], message: "Choose the day on which the price starts." }]);
}

export const scheduledPriceForms = (page: PageRoute): Route[] => [
  formPost({ ...contract.schedulePrice, body } as const, {
    path: pages.schedulePrice,
    page,
    fields: { price: "cents" },
    async complete(typed, c) {
      const cents = parseDollars(typed.get("dollars") ?? "");
      typed.set("cents", cents === undefined ? "" : String(cents));
      typed.set("starts_at", parseStart(typed, c));
    },
    send: (ctx, { params, body: price }) => schedulePrice(ctx, { ...params, ...price }),
    back: (_result, c) => hrefOf(pages.adminProduct, { product_id: c.req.param("product_id") ?? "" }),
    done: () => "The price is scheduled.",
  }),
  formPost(contract.deleteScheduledPrice, {
    path: pages.deleteScheduledPrice,
    send: (ctx, { params: { product_id, id } }) => deleteScheduledPrice(ctx, product_id, id),
    back: (_result, c) => hrefOf(pages.adminProduct, { product_id: c.req.param("product_id") ?? "" }),
    done: () => "The scheduled price is canceled.",
  }),
];
