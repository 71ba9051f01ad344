import * as z from "zod/mini";
import { formatMoney } from "../../../islands/lib/money.ts";
import { Field } from "../../../islands/ui/field.tsx";
import { TextAreaField } from "../../../islands/ui/fields/text-area-field.tsx";
import { dollarsText } from "../../../worker/contract/buying/dollars.ts";
import { priceQuote } from "../../../worker/contract/buying/quote-prices.ts";
import { quoteDaysMax, quoteDraftFields, quoteLinesMax } from "../../../worker/contract/entities/quote.ts";
import { versionField, uuid } from "../../../worker/contract/fields.ts";
import { dollars } from "../../../worker/contract/forms/dollars.ts";
import type { ProductChoices } from "../../../worker/domain/catalog/index.ts";
import type { AdminQuote } from "../../../worker/domain/sales/index.ts";
import { FindField } from "../../../worker/ui/forms/find-field.tsx";
import type { buildFieldProps } from "../../../worker/ui/forms/fields-of.ts";
import { FormRow } from "../../../worker/ui/layouts/layouts.tsx";

const pieces = z.int().check(z.gte(0), z.lte(10_000));

/** A quantity of 0 removes the line. */
export const draftForm = z.object({
  lines: z
    .array(z.object({ product_id: uuid(), quantity: pieces, price: dollars("The price") }))
    .check(z.maxLength(quoteLinesMax)),
  added_ids: z.array(uuid()).check(z.maxLength(quoteLinesMax)),
  discount_percent: quoteDraftFields.discount_percent,
  discount: z.nullable(dollars("The discount")),
  shipping: dollars("Shipping"),
  text: quoteDraftFields.text,
  valid_until: quoteDraftFields.valid_until,
  updated_at: versionField(),
});

const editableStatuses: readonly AdminQuote["status"][] = ["requested", "sent", "rejected", "expired"];
/** An accepted quote that was not ordered in time is editable once `expireQuotes` has emptied its cart. */
export const canEdit = ({ status }: AdminQuote): boolean => editableStatuses.includes(status);

export const draftValues = ({ draft }: AdminQuote): Record<string, string> => ({
  ...Object.fromEntries(
    draft.lines.flatMap(({ product_id, quantity, price }, place) => [
      [`lines.${place}.product_id`, product_id],
      [`lines.${place}.quantity`, String(quantity)],
      [`lines.${place}.price`, dollarsText(price)],
    ]),
  ),
  discount_percent: String(draft.discount_percent ?? ""),
  discount: draft.discount === null ? "" : dollarsText(draft.discount),
  shipping: dollarsText(draft.shipping),
  text: draft.text ?? "",
  valid_until: draft.valid_until,
});

export const draftLabels = ({ draft }: AdminQuote): Record<string, string> => ({
  ...Object.fromEntries(
    draft.lines.flatMap(({ name }, place) => [
      [`lines.${place}.quantity`, `Quantity of ${name}`],
      [`lines.${place}.price`, `Price of ${name}`],
    ]),
  ),
  discount_percent: "Discount in per cent",
  discount: "Discount in dollars",
  shipping: "Shipping",
  text: "Text",
  valid_until: "Valid until",
});

type DraftFieldsProps = { quote: AdminQuote; products: ProductChoices; fields: ReturnType<typeof buildFieldProps> };

export function DraftFields({ quote: { draft }, products, fields: { field, list } }: DraftFieldsProps) {
  const { subtotal, discount, total } = priceQuote(draft);
  return (
    <>
      {draft.lines.map(({ product_id, name, sku, list_price }, place) => (
        <fieldset key={product_id}>
          <legend className="label">{sku ? `${name} (${sku})` : name}</legend>
          <input type="hidden" name={`lines.${place}.product_id`} value={product_id} />
          <FormRow>
            <Field
              {...field(`lines.${place}.quantity`)}
              label="Quantity"
              inputMode="numeric"
              maxLength={5}
              hint="0 removes it."
            />
            <Field
              {...field(`lines.${place}.price`)}
              label="Unit price, in dollars"
              inputMode="decimal"
              maxLength={16}
              hint={
                list_price === null
                  ? "It has no price for the organization."
                  : `Without a quote: ${formatMoney(list_price)}.`
              }
            />
          </FormRow>
        </fieldset>
      ))}
      <FindField
        name="added_ids"
        label="More products"
        is_optional
        is_many
        what={["product", "products"]}
        result={products}
        offered={products.named}
        chosen={products.chosen}
        error={list("added_ids").error}
        hint="By name or SKU. Saving the draft adds one piece at the organization’s price."
        enter_sends
      />
      <FormRow>
        <Field
          {...field("discount_percent")}
          label="Discount, in per cent"
          is_optional
          inputMode="decimal"
          maxLength={6}
          hint="Before tax, on the products."
        />
        <Field {...field("discount")} label="Or in dollars" is_optional inputMode="decimal" maxLength={16} />
      </FormRow>
      <FormRow>
        <Field {...field("shipping")} label="Shipping, in dollars" inputMode="decimal" maxLength={16} />
        <Field
          {...field("valid_until")}
          label="Valid until"
          type="date"
          hint={`1 to ${quoteDaysMax} days ahead, to its end in UTC.`}
        />
      </FormRow>
      <TextAreaField {...field("text")} label="Text to the customer" is_optional rows={4} maxLength={2000} />
      <p className="small">
        As saved: {formatMoney(subtotal)}
        {discount > 0 && ` less ${formatMoney(discount)}`}, with shipping {formatMoney(total)} before tax.
      </p>
    </>
  );
}
