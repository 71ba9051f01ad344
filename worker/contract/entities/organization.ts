import * as z from "zod/mini";
import { describe, instant } from "../fields.ts";
import { shownAddress } from "./address.ts";

const text = () => z.nullable(z.string());

/** `addressBooks` is camelCase as specified. */
export const organizationShape = {
  id: z.string(),
  name: z.string(),
  billing_email: text(),
  address: z.nullable(shownAddress),
  industry: text(),
  price_level_name: describe(text(), "Price level of the organization; null: base price"),
  addressBooks: z.array(z.object({ address: shownAddress, phone: text() })),
  contact: z.nullable(z.object({ email: text(), phone: text() })),
  contacts: z.array(z.object({ phone: text(), name: z.string(), email: text(), role: text() })),
  is_approval_by_mail_allowed: describe(
    z.boolean(),
    "Whether approvers may decide about orders by a link in their mail",
  ),
  payment_terms_days: describe(
    z.nullable(z.int()),
    "Days until an order on account is due; null: no purchase on account",
  ),
  credit_limit: describe(z.nullable(z.int()), "US cents that may be owed on account; null: no purchase on account"),
  is_po_number_required: describe(z.boolean(), "Whether orders on account need a PO number"),
  require_second_factor_from: describe(
    z.nullable(z.string()),
    "Day in UTC from which everybody needs a second factor, such as 2026-12-15; null: no rule",
  ),
  created_at: instant(),
  updated_at: instant(),
};

export const organization = z.object(organizationShape);

export const adminOrganizationShape = {
  ...organizationShape,
  net_suite_id: text(),
  notes: text(),
  synchronized_at: z.nullable(instant()),
};

export const listedOrganizationShape = {
  ...adminOrganizationShape,
  user_count: describe(z.int(), "Number of users, including inactive ones"),
  device_count: describe(z.int(), "Number of registered devices"),
};
export const listedOrganization = z.object(listedOrganizationShape);
