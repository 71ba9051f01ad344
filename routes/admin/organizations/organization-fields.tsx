import * as z from "zod/mini";
import { Field } from "../../../islands/ui/field.tsx";
import { SelectField } from "../../../islands/ui/fields/select-field.tsx";
import { TextAreaField } from "../../../islands/ui/fields/text-area-field.tsx";
import { text } from "../../../worker/contract/fields.ts";
import { named } from "../../../worker/contract/rules.ts";
import {
  organizationAddress,
  organizationFields,
  organizationName,
} from "../../../worker/contract/people/organization-fields.ts";
import { basePriceLevel } from "../../../worker/domain/catalog/index.ts";
import type { ListedOrganization, PriceLevelEffects } from "../../../worker/domain/organizations/index.ts";
import type { fieldsOf } from "../../../worker/ui/forms/fields-of.ts";
import { FormGroup } from "../../../worker/ui/layouts/layouts.tsx";
import { IndustryField } from "../../portal/organization/industry-field.tsx";
import { AddressFields, addressValues, addressWords } from "../../portal/organization/address-fields.tsx";

const { billing_email, industry, net_suite_id, notes, price_level_name, contact } = organizationFields;

const line1 = text(named("Address line 1", 1024), "Address line 1", 1024);

/** The form has all names: what is empty is taken away. */
export const organizationBody = z.object({
  name: organizationName(),
  billing_email,
  industry,
  net_suite_id,
  notes,
  price_level_name,
  contact,
  address: z.nullable(z.extend(organizationAddress, { line1 })),
});
type Body = z.output<typeof organizationBody>;

export const withNone = (change: Body) => ({
  ...change,
  billing_email: change.billing_email ?? null,
  industry: change.industry ?? null,
  net_suite_id: change.net_suite_id ?? null,
  notes: change.notes ?? null,
  price_level_name: change.price_level_name ?? null,
  contact: change.contact ?? null,
});

/** What the fields say of an organization, by their names. */
export const organizationValues = (shown: ListedOrganization): Record<string, string> => ({
  name: shown.name,
  billing_email: shown.billing_email ?? "",
  price_level_name: shown.price_level_name ?? "",
  industry: shown.industry ?? "",
  net_suite_id: shown.net_suite_id ?? "",
  notes: shown.notes ?? "",
  "contact.email": shown.contact?.email ?? "",
  "contact.phone": shown.contact?.phone ?? "",
  ...addressValues(shown.address),
});

export const organizationWords = {
  name: "Name",
  billing_email: "Billing email",
  price_level_name: "Price level",
  industry: "Industry",
  net_suite_id: "NetSuite id",
  notes: "Notes",
  "contact.email": "Contact email",
  "contact.phone": "Contact phone",
  ...addressWords,
};

type LevelOptionsProps = Pick<PriceLevelEffects, "sold" | "levels">;

/** The levels to choose from, each with how much of what is sold has a price there. */
export const levelOptions = ({ sold, levels }: LevelOptionsProps): (readonly [value: string, label: string])[] =>
  levels
    .filter(({ name }) => name !== basePriceLevel)
    .map(({ name, priced }) => [name, `${name}: ${priced} of ${sold} products have a price`]);

type FieldsProps = Pick<ReturnType<typeof fieldsOf>, "field"> & {
  effects: PriceLevelEffects;
  industries: readonly string[];
};

export function OrganizationFields({ field, effects, industries }: FieldsProps) {
  const level = field("price_level_name");
  const options = [["", "List prices"] as const, ...levelOptions(effects)];
  const isKnown = options.some(([value]) => value === level.defaultValue);
  return (
    <>
      <FormGroup title="Organization">
        <Field {...field("name")} label="Name" maxLength={1024} />
        <Field
          {...field("billing_email")}
          label="Billing email"
          type="email"
          is_optional
          hint="Invoices go there. Without one nothing can be bought."
        />
        <IndustryField field={field} industries={industries} />
        <Field
          {...field("net_suite_id")}
          label="NetSuite id"
          is_optional
          maxLength={1024}
          hint="The internal id of the customer: name, billing email, price level and address then come from there each day."
        />
        <TextAreaField
          {...field("notes")}
          label="Notes"
          is_optional
          maxLength={3072}
          hint="For administrators alone."
        />
      </FormGroup>
      <FormGroup title="Prices">
        <SelectField
          {...level}
          label="Price level"
          options={isKnown ? options : [...options, [level.defaultValue, level.defaultValue]]}
          hint={levelHint(effects)}
        />
      </FormGroup>
      <FormGroup title="Contact" text="Where to reach the organization itself.">
        <Field {...field("contact.email")} label="Contact email" type="email" is_optional maxLength={254} />
        <Field {...field("contact.phone")} label="Contact phone" type="tel" is_optional maxLength={16} />
      </FormGroup>
      <FormGroup title="Address">
        <AddressFields field={field} has_recipient />
      </FormGroup>
    </>
  );
}

/** What another level changes at once. */
function levelHint({ open_carts }: PriceLevelEffects): string {
  const carts = `${open_carts === 1 ? "1 open cart asks its buyer" : `${open_carts} open carts ask their buyers`} again`;
  const at_once = open_carts === 0 ? "No cart is open." : `With another level ${carts}.`;
  return `What has no price at a level cannot be bought there. ${at_once} Orders and subscriptions keep what they cost.`;
}
