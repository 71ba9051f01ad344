import { Field } from "../../../islands/ui/field.tsx";
import { SelectField } from "../../../islands/ui/fields/select-field.tsx";
import { TextAreaField } from "../../../islands/ui/fields/text-area-field.tsx";
import {
  hasExportFiling,
  isAboveFiling,
  missingForCustoms,
  missingText,
  weightOf,
} from "../../../worker/contract/buying/customs.ts";
import { serviceChoice, servicesTo } from "../../../worker/contract/entities/package.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import { type PackedOrder } from "../../../worker/domain/fulfilment/index.ts";
import { fieldsOf } from "../../../worker/ui/forms/fields-of.ts";
import { countryName } from "../../countries.ts";
import { serviceOptions } from "./parcel.tsx";

export const idsOf = (orders: readonly { id: string }[]): string => orders.map(({ id }) => id).join(",");
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`;

type PackedFormProps = {
  open: readonly PackedOrder[];
  all: readonly PackedOrder[];
  sender_country: string;
  typed: Parameters<typeof fieldsOf>[0];
};

export const PackedForm = ({ open, all, sender_country, typed }: PackedFormProps) => (
  <form
    method="post"
    action={hrefOf(pages.shipOrders, {}, { order_ids: idsOf(all) })}
    noValidate
    className="ship-together"
  >
    <ol className="parcels">
      {open.map((order) => (
        <li key={order.id}>
          <input type="hidden" name="order_ids" value={order.id} />
          <div>
            <b>
              <a href={hrefOf(pages.adminOrder, { order_id: order.id })}>{order.order_number}</a>
            </b>{" "}
            {order.organization}
            <small>{order.owed.map(({ quantity, name }) => `${quantity} × ${name}`).join(", ")}</small>
            <MissingCustoms order={order} sender_country={sender_country} />
          </div>
          <ParcelFields order={order} sender_country={sender_country} typed={typed} />
        </li>
      ))}
    </ol>
    <div className="actions">
      <button className="button">Make {counted(open.length, "label")} and ship</button>
    </div>
  </form>
);

function MissingCustoms({ order, sender_country }: Pick<ParcelFieldsProps, "order" | "sender_country">) {
  const { country } = order.shipping_data.address ?? {};
  if (country === undefined || country === sender_country) return null;
  const lacking = order.owed.flatMap((line) => {
    const missing = missingForCustoms(line);
    return missing.length > 0 ? [missingText(line.name, missing)] : [];
  });
  if (lacking.length === 0) return null;
  return (
    <small>
      A label to {countryName(country)} needs customs data: {lacking.join("; ")}.
    </small>
  );
}

type ParcelFieldsProps = Pick<PackedFormProps, "sender_country" | "typed"> & { order: PackedOrder };

function ParcelFields({ order, sender_country, typed }: ParcelFieldsProps) {
  const { id, owed, packages, shipping_data, freight_service: service } = order;
  const name = (field: string) => `parcels.${id}.${field}`;
  const begun = packages.find(({ status }) => status === "asked" || status === "made");
  const { method, address } = shipping_data;
  const country = address?.country ?? null;
  const services = servicesTo(country, sender_country);
  const choice = serviceChoice({ service, option: method }, services);
  const abroad = country !== null && country !== sender_country ? country : undefined;
  const has_filing = abroad !== undefined && hasExportFiling(sender_country, abroad) && isAboveFiling(owed);
  const weight = begun?.weight_grams ?? weightOf(owed);
  const { field, list } = fieldsOf(typed, {
    [name("freight_service")]: begun?.freight_service ?? choice.value,
    [name("weight_grams")]: String(weight ?? ""),
  });
  return (
    <fieldset className="row" aria-label={`Package of ${order.order_number}`}>
      <SelectField
        {...field(name("freight_service"))}
        label="Service"
        options={serviceOptions(services)}
        hint={choice.hint}
      />
      <Field {...field(name("weight_grams"))} label="Weight in grams" inputMode="numeric" />
      {has_filing && (
        <Field
          {...field(name("itn"))}
          label="ITN"
          maxLength={19}
          autoComplete="off"
          hint="Number of the export filing in AES."
        />
      )}
      {owed
        .filter(({ has_serials }) => has_serials)
        .map(({ line_id, name: product, quantity }) => {
          const { chosen, error, name: serials } = list(name(`serials.${line_id}`));
          return (
            <TextAreaField
              key={line_id}
              name={serials}
              error={error}
              label={`Serial numbers of ${product}`}
              hint={quantity === 1 ? undefined : "One in each line."}
              is_optional
              rows={Math.min(quantity, 4)}
              defaultValue={chosen.join("\n")}
            />
          );
        })}
    </fieldset>
  );
}
