import { Fragment } from "react";
import { Field } from "../../../islands/ui/field.tsx";
import { SelectField } from "../../../islands/ui/fields/select-field.tsx";
import { TextAreaField } from "../../../islands/ui/fields/text-area-field.tsx";
import { exportFilingFrom, sumWeight } from "../../../worker/contract/buying/customs.ts";
import { formatMoney } from "../../../worker/contract/buying/money.ts";
import { serviceChoice, serviceText } from "../../../worker/contract/entities/package.ts";
import type { OrderLine, Package, PackedProduct } from "../../../worker/domain/fulfilment/index.ts";
import { buildFieldProps } from "../../../worker/ui/forms/fields-of.ts";

export const serviceOptions = (services: readonly string[]) =>
  [["", "Choose one"], ...services.map((each) => [each, serviceText(each)] as const)] as const;

type ParcelProps = {
  by: "carrier" | "number";
  /** Shipping option that the buyer paid for. */
  method: string | null;
  /** Carrier service of the paid shipping rate. */
  service: string | null;
  services: readonly string[];
  has_filing: boolean;
  index: number;
  is_only: boolean;
  lines: readonly OrderLine[];
  products: readonly PackedProduct[];
  begun: Package | undefined;
  typed: Parameters<typeof buildFieldProps>[0];
};

/** By default the first package takes all unshipped items. */
export function Parcel({
  by,
  method,
  service,
  services,
  has_filing,
  index,
  is_only,
  lines,
  products,
  begun,
  typed,
}: ParcelProps) {
  const fieldName = (field: string) => `packages.${index}.${field}`;
  const findProduct = (id: string) => products.find((each) => each.id === id);
  const choice = serviceChoice({ service, option: method }, services);
  const proposedWeight = String(
    sumWeight(
      lines.map(({ id, owed_quantity: quantity }) => ({
        weight_grams: findProduct(id)?.weight_grams ?? null,
        quantity,
      })),
    ) || "",
  );
  const current = {
    [fieldName("id")]: begun?.id ?? crypto.randomUUID(),
    [fieldName("freight_service")]: begun?.freight_service ?? (by === "carrier" ? choice.value : ""),
    [fieldName("weight_grams")]: begun?.weight_grams ? String(begun.weight_grams) : is_only ? proposedWeight : "",
    ...Object.fromEntries(
      lines.map(({ id, owed_quantity }) => [fieldName(`lines.${id}`), String(index === 0 ? owed_quantity : 0)]),
    ),
  };
  const isTyped = Object.keys(typed?.values ?? {}).some((each) => each.startsWith(fieldName("")));
  const { field, list } = buildFieldProps(isTyped ? typed : undefined, current);
  const weight = field(fieldName("weight_grams"));
  // the weight of all unshipped items was proposed while this was the only package
  const isOutdated = !is_only && weight.defaultValue === proposedWeight;
  return (
    <>
      {by === "carrier" ? (
        <>
          <input
            type="hidden"
            name={fieldName("id")}
            value={field(fieldName("id")).defaultValue || current[fieldName("id")]}
          />
          <SelectField
            {...field(fieldName("freight_service"))}
            label="Service"
            options={serviceOptions(services)}
            hint={choice.hint}
          />
          <Field
            {...weight}
            {...(isOutdated && { defaultValue: "" })}
            label="Weight in grams"
            inputMode="numeric"
            hint={
              proposedWeight === ""
                ? undefined
                : is_only
                  ? "Proposed from its products."
                  : "Left empty, that of its products."
            }
          />
          {has_filing && (
            <Field
              {...field(fieldName("itn"))}
              label="ITN of the export filing"
              is_optional={!is_only}
              maxLength={19}
              autoComplete="off"
              hint={`For more than ${formatMoney(exportFilingFrom)} of one HS code, from AES.`}
            />
          )}
        </>
      ) : (
        <>
          <Field {...field(fieldName("tracking_id"))} label="Tracking number" maxLength={64} />
          <Field {...field(fieldName("freight_carrier"))} label="Carrier" is_optional maxLength={64} />
          <Field {...field(fieldName("freight_service"))} label="Service" is_optional maxLength={64} />
          <Field
            {...field(fieldName("tracking_link"))}
            label="Where to follow it"
            type="url"
            is_optional
            maxLength={1024}
          />
        </>
      )}
      {lines.map(({ id, name: product, quantity, owed_quantity, serial_number }) => {
        const { chosen, error, name: serialsName } = list(fieldName(`serials.${id}`));
        return (
          <Fragment key={id}>
            <Field
              {...field(fieldName(`lines.${id}`))}
              label={`How many of ${product}`}
              hint={`${owed_quantity} of ${quantity} ${owed_quantity === 1 ? "is" : "are"} still owed.`}
              inputMode="numeric"
              maxLength={7}
            />
            {findProduct(id)?.has_serials && serial_number.length < quantity && (
              <TextAreaField
                name={serialsName}
                error={error}
                label={`Serial numbers of ${product}`}
                hint="One in each line."
                is_optional
                rows={2}
                defaultValue={chosen.join("\n")}
              />
            )}
          </Fragment>
        );
      })}
    </>
  );
}
