import * as z from "zod/mini";
import { creditLimitMax, paymentTerms } from "../buying/account-terms.ts";
import { address } from "../entities/address.ts";
import { calendarDay, describe, freeText, nameText, phone, text } from "../fields.ts";
import { rules, visibleText } from "../rules.ts";

const optionalOrNull = (schema: z.ZodMiniType<string, string>) =>
  z.optional(
    z.nullable(
      z.pipe(
        schema,
        z.transform((value: string) => value || null),
      ),
    ),
  );

/** Users' `email()` has other messages (O-049). */
const billingEmail = () =>
  text(rules.organization_email, "Address for invoices; compared without case", 254).check(z.toLowerCase());

const line = (description: string) => freeText(1024, description);
/** All lines but the first are optional, because old addresses were one text. */
export const organizationAddress = z.object({
  recipient: z.optional(line("Recipient")),
  company: z.optional(line("Company at this address")),
  line1: line("Address line 1"),
  line2: z._default(z.nullable(line("Address line 2")), null),
  city: z._default(line("City"), ""),
  state: z._default(line("State or region"), ""),
  postal_code: z._default(line("Postal code"), ""),
  country: z._default(line("Country"), ""),
});

/** A single text is stored as the first line (O-050). */
const anyAddress = z.union([
  z.pipe(
    line("Address as one text"),
    z.transform((line1: string) => ({ line1, line2: null, city: "", state: "", postal_code: "", country: "" })),
  ),
  organizationAddress,
]);

export const entriesMax = 50;
const contactEmail = () => optionalOrNull(text([...rules.organization_email], "Email address of the contact", 254));

export const addressBookEntry = z.object({ address: address(), phone: phone() });
export const contactEntry = z.object({
  name: nameText(visibleText("Name", 128), "Contact name", 128),
  email: contactEmail(),
  phone: phone(),
  role: optionalOrNull(freeText(64, "Role")),
});

/** Fields that any member may edit (O-027). */
export const memberFields = {
  addressBooks: z.optional(
    describe(z.array(addressBookEntry).check(z.maxLength(entriesMax)), "Complete list, at most 50"),
  ),
  contacts: z.optional(describe(z.array(contactEntry).check(z.maxLength(entriesMax)), "Complete list, at most 50")),
};

export const organizationName = () => nameText(visibleText("Organization", 1024), "Compared without case", 1024);

/** Fields that the organization's managers may edit (O-027). */
export const profileFields = {
  name: z.optional(organizationName()),
  billing_email: z.optional(z.nullable(billingEmail())),
  address: z.optional(z.nullable(anyAddress)),
  industry: optionalOrNull(freeText(64, "Industry")),
};

export const managedSwitches = {
  is_approval_by_mail_allowed: z.optional(
    describe(z.boolean(), "Whether approvers may decide about orders by a link in their mail"),
  ),
  is_po_number_required: z.optional(describe(z.boolean(), "Whether orders on account need a PO number")),
};

export const ownOrganizationFields = { ...profileFields, ...memberFields, ...managedSwitches };

export const secondFactorLeadDaysMax = 30;

/** Rules that only managers of the organization set, never an administrator. */
export const managedRules = {
  require_second_factor_from: z.nullish(
    describe(
      calendarDay(),
      `Day in UTC from which everybody needs a passkey or an authenticator app, at most ${secondFactorLeadDaysMax} days ahead; a past day is today, null takes the rule away`,
    ),
  ),
};

/** The accounting system sends a text or a number (O-051). */
const netSuiteId = z.pipe(
  z.transform((value) => (typeof value === "number" ? String(value) : value)),
  freeText(1024, "ID in the accounting system"),
);

export const administeredFields = {
  net_suite_id: z.optional(z.nullable(netSuiteId)),
  notes: optionalOrNull(freeText(3072, "Visible only to administrators")),
  price_level_name: optionalOrNull(freeText(128, "Name of a price level; null: base price")),
  payment_terms_days: z.nullish(
    describe(
      z
        .int()
        .check(z.refine((days) => paymentTerms.some((each) => each === days), "Choose 15, 30, 45, 60 or 90 days.")),
      "Days until an order on account is due: 15, 30, 45, 60 or 90; null: no purchase on account",
    ),
  ),
  credit_limit: z.nullish(
    describe(
      z.int().check(z.gte(0), z.lte(creditLimitMax)),
      "US cents that may be owed on account; null: no purchase on account",
    ),
  ),
  contact: z.optional(z.nullable(z.object({ email: contactEmail(), phone: phone() }))),
};

export const organizationFields = { ...ownOrganizationFields, ...administeredFields };

export const organizationLabels = {
  name: "Name",
  billing_email: "Billing email",
  address: "Address",
  industry: "Industry",
  addressBooks: "Address book",
  contacts: "Contacts",
  is_approval_by_mail_allowed: "Approvals by email",
  is_po_number_required: "Orders on account need a PO number",
  payment_terms_days: "Payment terms",
  credit_limit: "Credit limit",
  contact: "Contact",
  price_level_name: "Price level",
  net_suite_id: "NetSuite id",
  notes: "Notes",
  require_second_factor_from: "Second step needed from",
} as const satisfies Record<keyof typeof organizationFields | keyof typeof managedRules, string>;
