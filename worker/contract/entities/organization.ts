import * as z from "zod/mini";
import { described, instant } from "../fields.ts";
import { shownAddress } from "./address.ts";

const text = () => z.nullable(z.string());

/** An organization as administrators see it; `addressBooks` is camelCase as printed. */
const adminOrganizationShape = {
  id: z.string(),
  name: z.string(),
  billing_email: text(),
  address: z.nullable(shownAddress),
  industry: text(),
  net_suite_id: text(),
  notes: text(),
  price_level_name: described(text(), "Price level of the organization, null for the base price"),
  addressBooks: z.array(z.object({ address: shownAddress, phone: text() })),
  contact: z.nullable(z.object({ email: text(), phone: text() })),
  contacts: z.array(z.object({ phone: text(), name: z.string(), email: text(), role: text() })),
  synchronized_at: z.nullable(instant()),
  created_at: instant(),
  updated_at: instant(),
};

/** The view of the list. */
export const listedOrganization = z.object({
  ...adminOrganizationShape,
  user_count: described(z.int(), "How many users the organization has, inactive ones included"),
});
