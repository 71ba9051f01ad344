import * as z from "zod/mini";
import { addressLines } from "../../../islands/lib/address.ts";
import { Field } from "../../../islands/ui/field.tsx";
import {
  organizationLabels,
  organizationName,
  profileFields,
} from "../../../worker/contract/people/organization-fields.ts";
import type { OwnOrganization } from "../../../worker/domain/organizations/index.ts";
import type { buildFieldProps } from "../../../worker/ui/forms/fields-of.ts";
import { FormRow } from "../../../worker/ui/layouts/layouts.tsx";
import { addressValues, addressLabels } from "./address-fields.tsx";
import { IndustryField } from "./industry-field.tsx";

const { name, billing_email, industry, address } = organizationLabels;
const textLabels = { billing_email, industry };
export const profileLabels = {
  name,
  ...textLabels,
  is_po_number_required: [organizationLabels.is_po_number_required, () => "Yes", "No"] as const,
  ...addressLabels,
};

export const textValues = <K extends string>(
  labels: Readonly<Record<K, string>>,
  values: Partial<Record<NoInfer<K>, string | null>>,
): Record<string, string> => Object.fromEntries(Object.keys(labels).map((each) => [each, values[each as K] ?? ""]));

export const profileValues = (organization: OwnOrganization): Record<string, string> => ({
  ...textValues({ name, ...textLabels }, organization),
  // as a form sends it: a checkbox that is not ticked has no value
  is_po_number_required: organization.is_po_number_required ? "true" : "",
  ...addressValues(organization.address),
});

/** The form sends all fields; an empty one clears its value, except the name, which is required. */
export const profileBody = { ...profileFields, name: organizationName(), is_po_number_required: z.boolean() };

export const profileFacts = (organization: OwnOrganization): (readonly [label: string, value: string | null])[] => [
  ...(Object.entries(textLabels) as [keyof typeof textLabels, string][]).map(
    ([field, label]) => [label, organization[field]] as const,
  ),
  [organizationLabels.is_po_number_required, organization.is_po_number_required ? "Yes" : "No"],
  [address, organization.address && addressLines(organization.address).join(", ")],
];

type ProfileFieldsProps = Pick<ReturnType<typeof buildFieldProps>, "field" | "flag"> & {
  industries: readonly string[];
};

export const ProfileFields = ({ field, flag, industries }: ProfileFieldsProps) => (
  <>
    <Field {...field("name")} label={name} maxLength={1024} />
    <FormRow>
      <Field
        {...field("billing_email")}
        label={billing_email}
        type="email"
        is_optional
        hint="We send invoices here. Your organization cannot buy without one."
      />
      <IndustryField field={field} industries={industries} />
    </FormRow>
    <label className="check">
      <input type="checkbox" value="true" {...flag("is_po_number_required")} />
      {organizationLabels.is_po_number_required}
    </label>
  </>
);
