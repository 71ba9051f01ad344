import { Field } from "../../../islands/ui/field.tsx";
import { SelectField } from "../../../islands/ui/fields/select-field.tsx";
import { TextAreaField } from "../../../islands/ui/fields/text-area-field.tsx";
import {
  hasExportFiling,
  isAboveFiling,
  listMissingCustomsFields,
  missingText,
  sumWeight,
} from "../../../worker/contract/buying/customs.ts";
import { serviceChoice, listServices } from "../../../worker/contract/entities/package.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import { type PackedOrder } from "../../../worker/domain/fulfilment/index.ts";
import { buildFieldProps } from "../../../worker/ui/forms/fields-of.ts";
import { countryName } from "../../countries.ts";
import { serviceOptions } from "./parcel.tsx";

export const joinIds = (orders: readonly { id: string }[]): string => orders.map(({ id }) => id).join(",");
export const formatCount = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`;

type ShipOrdersFormProps = {
  open: readonly PackedOrder[];
  all: readonly PackedOrder[];
  sender_country: string;
  typed: Parameters<typeof buildFieldProps>[0];
};

export const ShipOrdersForm = ({ open, all, sender_country, typed }: ShipOrdersFormProps) => (
  <form
    method="post"
    action={hrefOf(pages.shipOrders, {}, { order_ids: joinIds(all) })}
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
            <MissingCustomsNote order={order} sender_country={sender_country} />
          </div>
          <ParcelFields order={order} sender_country={sender_country} typed={typed} />
        </li>
      ))}
    </ol>
    <div className="actions">
      <button className="button">Make {formatCount(open.length, "label")} and ship</button>
    </div>
  </form>
);

function MissingCustomsNote({ order, sender_country }: Pick<ParcelFieldsProps, "order" | "sender_country">) {
  const { country } = order.shipping_data.address ?? {};
  if (country === undefined || country === sender_country) return null;
  const missingTexts = order.owed.flatMap((line) => {
    const missing = listMissingCustomsFields(line);
    return missing.length > 0 ? [missingText(line.name, missing)] : [];
  });
  if (missingTexts.length === 0) return null;
  return (
    <small>
      A label to {countryName(country)} needs customs data: {missingTexts.join("; ")}.
    </small>
  );
}

type ParcelFieldsProps = Pick<ShipOrdersFormProps, "sender_country" | "typed"> & { order: PackedOrder };

function ParcelFields({ order, sender_country, typed }: ParcelFieldsProps) {
  const { id, owed, packages, shipping_data, freight_service: service } = order;
  const fieldName = (field: string) => `parcels.${id}.${field}`;
  const unfinishedPackage = packages.find(({ status }) => status === "asked" || status === "made");
  const { method, address } = shipping_data;
  const country = address?.country ?? null;
  const services = listServices(country, sender_country);
  const choice = serviceChoice({ service, option: method }, services);
  const foreignCountry = country !== null && country !== sender_country ? country : undefined;
  const hasFiling =
    foreignCountry !== undefined && hasExportFiling(sender_country, foreignCountry) && isAboveFiling(owed);
  const weight = unfinishedPackage?.weight_grams ?? sumWeight(owed);
  const { field, list } = buildFieldProps(typed, {
    [fieldName("freight_service")]: unfinishedPackage?.freight_service ?? choice.value,
    [fieldName("weight_grams")]: String(weight ?? ""),
  });
  return (
    <fieldset className="row" aria-label={`Package of ${order.order_number}`}>
      <SelectField
        {...field(fieldName("freight_service"))}
        label="Service"
        options={serviceOptions(services)}
        hint={choice.hint}
      />
      <Field {...field(fieldName("weight_grams"))} label="Weight in grams" inputMode="numeric" />
      {hasFiling && (
        <Field
          {...field(fieldName("itn"))}
          label="ITN"
          maxLength={19}
          autoComplete="off"
          hint="Number of the export filing in AES."
        />
      )}
      {owed
        .filter(({ has_serials }) => has_serials)
        .map(({ line_id, name: product, quantity }) => {
          const { chosen, error, name: serialsName } = list(fieldName(`serials.${line_id}`));
          return (
            <TextAreaField
              key={line_id}
              name={serialsName}
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
