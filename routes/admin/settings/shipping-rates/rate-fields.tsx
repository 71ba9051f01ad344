import * as z from "zod/mini";
import { Field } from "../../../../islands/ui/field.tsx";
import { SelectField } from "../../../../islands/ui/fields/select-field.tsx";
import {
  rateCountry,
  rateDays,
  rateOption,
  rateService,
  requireBothDays,
} from "../../../../worker/contract/buying/rate-fields.ts";
import { freightServices, serviceText } from "../../../../worker/contract/entities/package.ts";
import { dollarsText } from "../../../../worker/contract/buying/dollars.ts";
import { dollars } from "../../../../worker/contract/forms/dollars.ts";
import type { AdminRate } from "../../../../worker/domain/fulfilment/index.ts";
import type { buildFieldProps } from "../../../../worker/ui/forms/fields-of.ts";
import { countryName, listCountries } from "../../../countries.ts";
import { rateNote } from "./labels.ts";

export const rateForm = {
  country: rateCountry(),
  option: rateOption(),
  price: dollars("Price"),
  free_from: z.nullable(dollars("Free from")),
  days_min: rateDays("Soonest"),
  days_max: rateDays("Latest"),
  service: rateService(),
  is_active: z.boolean(),
};
export { requireBothDays };

export const rateValues = (rate: AdminRate): Record<string, string> => ({
  country: rate.country ?? "",
  option: rate.option,
  price: dollarsText(rate.price),
  free_from: rate.free_from === null ? "" : dollarsText(rate.free_from),
  days_min: String(rate.days_min ?? ""),
  days_max: String(rate.days_max ?? ""),
  service: rate.service ?? "",
  is_active: rate.is_active ? "true" : "",
});

const defaultServiceLabel = "The one that the option names";

export const rateLabels = {
  country: ["Country", (code: string) => countryName(code || null)],
  option: "Option",
  price: "Price",
  free_from: "Free from",
  days_min: "Soonest",
  days_max: "Latest",
  service: ["Carrier service", serviceText, defaultServiceLabel],
  is_active: ["Offered to buyers", () => "Yes", "No"],
} as const;

export function RateFields({ field, flag }: Pick<ReturnType<typeof buildFieldProps>, "field" | "flag">) {
  return (
    <>
      <SelectField
        {...field("country")}
        label="Country"
        options={[["", countryName(null)], ...listCountries()]}
        hint={rateNote}
      />
      <Field {...field("option")} label="Option" maxLength={64} hint="Shown to buyers, for example “Express”." />
      <Field {...field("price")} label="Price in dollars" inputMode="decimal" maxLength={16} hint="0.00 is free." />
      <Field
        {...field("free_from")}
        label="Free from, in dollars"
        is_optional
        inputMode="decimal"
        maxLength={16}
        hint="Shipping is free when the goods of an order cost this much or more. Plans, tax and shipping do not count."
      />
      <Field
        {...field("days_min")}
        label="Business days at the soonest"
        is_optional
        inputMode="numeric"
        maxLength={3}
      />
      <Field
        {...field("days_max")}
        label="Business days at the latest"
        is_optional
        inputMode="numeric"
        maxLength={3}
        hint="Leave both days empty if you promise no date."
      />
      <SelectField
        {...field("service")}
        label="Carrier service"
        options={[["", defaultServiceLabel], ...freightServices.map((each) => [each, serviceText(each)] as const)]}
        hint="Proposed when an order with this rate ships. Orders keep what they were placed with."
      />
      <label className="check">
        <input type="checkbox" value="true" {...flag("is_active")} />
        Offered to buyers
      </label>
    </>
  );
}
