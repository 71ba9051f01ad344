import * as z from "zod/mini";
import { Field } from "../../../islands/ui/field.tsx";
import { SelectField } from "../../../islands/ui/fields/select-field.tsx";
import { TextAreaField } from "../../../islands/ui/fields/text-area-field.tsx";
import { dollarsText } from "../../../worker/contract/buying/dollars.ts";
import { creditLimitMax, paymentTerms, termsText } from "../../../worker/contract/buying/account-terms.ts";
import { dollars } from "../../../worker/contract/forms/dollars.ts";
import { withNulls } from "../../../worker/contract/forms/with-nulls.ts";
import { text } from "../../../worker/contract/fields.ts";
import { requiredText } from "../../../worker/contract/rules.ts";
import {
  administeredFields,
  organizationAddress,
  organizationLabels,
  profileFields,
} from "../../../worker/contract/people/organization-fields.ts";
import { basePriceLevel } from "../../../worker/domain/catalog/index.ts";
import type { ListedOrganization, PriceLevelEffects } from "../../../worker/domain/organizations/index.ts";
import type { buildFieldProps } from "../../../worker/ui/forms/fields-of.ts";
import { FormGroup, FormRow } from "../../../worker/ui/layouts/layouts.tsx";
import { AddressFields } from "../../portal/organization/address-fields.tsx";
import {
  profileBody,
  ProfileFields,
  profileLabels,
  profileValues,
  textValues,
} from "../../portal/organization/profile-fields.tsx";

const line1 = text(requiredText("Address line 1", 1024), "Address line 1", 1024);

/** The form sends all fields; an empty one clears its value, except the name, which is required. */
export const organizationBody = z.object({
  ...profileBody,
  ...administeredFields,
  credit_limit: z.nullable(dollars("The credit limit", creditLimitMax)),
  address: z.nullable(z.extend(organizationAddress, { line1 })),
});

export const emptyToNull = (sent: z.output<typeof organizationBody>) =>
  withNulls({ ...profileFields, ...administeredFields }, sent);

const { price_level_name, net_suite_id, notes } = organizationLabels;
const textLabels = { price_level_name, net_suite_id, notes };

export const organizationValues = (organization: ListedOrganization): Record<string, string> => ({
  ...profileValues(organization),
  ...textValues(textLabels, organization),
  payment_terms_days: String(organization.payment_terms_days ?? ""),
  credit_limit: organization.credit_limit === null ? "" : dollarsText(organization.credit_limit),
  "contact.email": organization.contact?.email ?? "",
  "contact.phone": organization.contact?.phone ?? "",
});

export const organizationFormLabels = {
  ...profileLabels,
  ...textLabels,
  payment_terms_days: [
    organizationLabels.payment_terms_days,
    (value: string) => value && termsText(Number(value)),
  ] as const,
  credit_limit: [organizationLabels.credit_limit, (value: string) => value && `$${value}`] as const,
  "contact.email": "Contact email",
  "contact.phone": "Contact phone",
};

type LevelOptionsProps = Pick<PriceLevelEffects, "sold" | "levels">;

/** "Gold: 12 of 14 products have a price". */
export const levelOptions = ({ sold, levels }: LevelOptionsProps): (readonly [value: string, label: string])[] =>
  levels
    .filter(({ name }) => name !== basePriceLevel)
    .map(({ name, priced }) => [name, `${name}: ${priced} of ${sold} products have a price`]);

type OrganizationFieldsProps = Pick<ReturnType<typeof buildFieldProps>, "field" | "flag"> & {
  effects: PriceLevelEffects;
  industries: readonly string[];
};

export function OrganizationFields({ field, flag, effects, industries }: OrganizationFieldsProps) {
  const level = field("price_level_name");
  const options = [["", "List prices"] as const, ...levelOptions(effects)];
  const isKnown = options.some(([value]) => value === level.defaultValue);
  return (
    <>
      <FormGroup title="Organization">
        <ProfileFields field={field} flag={flag} industries={industries} />
        <Field
          {...field("net_suite_id")}
          label={net_suite_id}
          is_optional
          maxLength={1024}
          hint="The internal ID of the customer. Name, billing email, price level and address are then synced from NetSuite every day."
        />
        <TextAreaField
          {...field("notes")}
          label={notes}
          is_optional
          maxLength={3072}
          hint="Only administrators see this."
        />
      </FormGroup>
      <FormGroup title="Prices">
        <SelectField
          {...level}
          label={price_level_name}
          options={isKnown ? options : [...options, [level.defaultValue, level.defaultValue]]}
          hint={levelHint(effects)}
        />
      </FormGroup>
      <FormGroup title="Purchase on account" text="With terms and a limit the checkout offers to pay by invoice later.">
        <FormRow>
          <SelectField
            {...field("payment_terms_days")}
            label={organizationLabels.payment_terms_days}
            options={[["", "Not on account"], ...paymentTerms.map((days) => [String(days), termsText(days)] as const)]}
          />
          <Field
            {...field("credit_limit")}
            label="Credit limit, in dollars"
            is_optional
            inputMode="decimal"
            maxLength={16}
            hint="Open invoices on account never exceed it. Empty: not on account."
          />
        </FormRow>
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

function levelHint({ open_carts }: PriceLevelEffects): string {
  const carts = `${open_carts === 1 ? "1 open cart asks its buyer" : `${open_carts} open carts ask their buyers`} again`;
  const at_once = open_carts === 0 ? "No cart is open." : `With another level ${carts}.`;
  return `Products without a price at a level cannot be bought there. ${at_once} Orders and subscriptions keep their prices.`;
}
