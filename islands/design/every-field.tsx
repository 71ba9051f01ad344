import { useState } from "react";
import { toFailure } from "../lib/api.ts";
import { choice, choices, day, flag, number, rows } from "../lib/fields.ts";
import { useForm } from "../lib/form.ts";
import { CheckboxList } from "../ui/fields/checkbox-list.tsx";
import { Rows } from "../ui/fields/rows.tsx";
import { SelectField } from "../ui/fields/select-field.tsx";
import { TextAreaField } from "../ui/fields/text-area-field.tsx";
import { Field } from "../ui/field.tsx";
import { FormFrame } from "../ui/form-frame.tsx";

const quantity = number({ min: 1, max: 100, missing: "Quantity is required.", message: "From 1 to 100." });
const fields = {
  site: choice({ missing: "Choose a site." }),
  notes: [],
  tests: choices({ missing: "Choose at least one test." }),
  limit: number({ min: 0, max: 1, is_decimal: true, message: "From 0 to 1." }),
  starts_on: day({ message: "A day is year, month and day." }),
  is_urgent: flag(),
  lines: rows({ product: [], quantity }),
};
const lineIssue = { path: ["lines", 1, "quantity"], message: "Only 3 are left." };

export default function EveryField() {
  const [sentJson, setSent] = useState("");
  const form = useForm({
    fields,
    async send(values) {
      setSent(JSON.stringify(values));
      return values.site === "closed"
        ? toFailure(400, { message: "This site is closed.", issues: [lineIssue] })
        : { ok: true, data: undefined };
    },
  });
  const { errors } = form;
  return (
    <>
      <FormFrame form={form} submit="Send">
        <SelectField
          name="site"
          label="Site"
          error={errors["site"]}
          options={[
            ["", "Choose one"],
            ["berlin", "Berlin"],
            ["closed", "Boston (closed)"],
          ]}
        />
        <TextAreaField name="notes" label="Notes for the site" error={errors["notes"]} is_optional />
        <CheckboxList
          name="tests"
          label="Tests"
          error={errors["tests"]}
          options={[
            ["gloss", "Gloss"],
            ["color", "Color"],
          ]}
        />
        <Field name="limit" label="Limit" inputMode="decimal" error={errors["limit"]} is_optional />
        <Field name="starts_on" label="Starts on" type="date" error={errors["starts_on"]} is_optional />
        <label className="check">
          <input type="checkbox" name="is_urgent" />
          Urgent
        </label>
        <Rows name="lines" label="Lines" noun="line" count={1} max={3}>
          {(name, row) => (
            <>
              <Field name={name("product")} label={`Product ${row}`} error={errors[name("product")]} is_optional />
              <Field
                name={name("quantity")}
                label={`Quantity ${row}`}
                inputMode="numeric"
                error={errors[name("quantity")]}
              />
            </>
          )}
        </Rows>
      </FormFrame>
      <output aria-label="Sent">{sentJson}</output>
    </>
  );
}
