import { addressLines } from "../../../islands/lib/address.ts";
import { Field } from "../../../islands/ui/field.tsx";
import {
  organizationLabels,
  organizationName,
  profileFields,
} from "../../../worker/contract/people/organization-fields.ts";
import type { OwnOrganization } from "../../../worker/domain/organizations/index.ts";
import type { fieldsOf } from "../../../worker/ui/forms/fields-of.ts";
import { addressValues, addressWords } from "./address-fields.tsx";
import { IndustryField } from "./industry-field.tsx";

const { name, billing_email, industry, address } = organizationLabels;
/** Labels of the profile's texts below the name. */
const texts = { billing_email, industry };
/** Labels of the profile's form fields, by their names. */
export const profileLabels = { name, ...texts, ...addressWords };

/** The text fields of an organization by the names of a form; null is an empty field. */
export const textValues = <K extends string>(
  labels: Readonly<Record<K, string>>,
  shown: Partial<Record<NoInfer<K>, string | null>>,
): Record<string, string> => Object.fromEntries(Object.keys(labels).map((each) => [each, shown[each as K] ?? ""]));

/** The values of the profile's form fields, by their names. */
export const profileValues = (shown: OwnOrganization): Record<string, string> => ({
  ...textValues({ name, ...texts }, shown),
  ...addressValues(shown.address),
});

/** A form's body: the form has all fields, and an empty one clears its column. */
export const profileBody = { ...profileFields, name: organizationName() };

/** The profile below the name: labels and values, null for what is not known. */
export const profileFacts = (shown: OwnOrganization): (readonly [label: string, value: string | null])[] => [
  // as: Object.entries forgets which keys the object has
  ...(Object.entries(texts) as [keyof typeof texts, string][]).map(([field, label]) => [label, shown[field]] as const),
  [address, shown.address && addressLines(shown.address).join(", ")],
];

type ProfileFieldsProps = Pick<ReturnType<typeof fieldsOf>, "field"> & { industries: readonly string[] };

/** The fields of the profile but the address, in the forms of portal and console. */
export const ProfileFields = ({ field, industries }: ProfileFieldsProps) => (
  <>
    <Field {...field("name")} label={name} maxLength={1024} />
    <Field
      {...field("billing_email")}
      label={billing_email}
      type="email"
      is_optional
      hint="Invoices go there. Without one nothing can be bought."
    />
    <IndustryField field={field} industries={industries} />
  </>
);
