import * as z from "zod/mini";
import { describe } from "../fields.ts";

const foundKinds = [
  "devices",
  "orders",
  "invoices",
  "subscriptions",
  "products",
  "software",
  "people",
  "pages",
] as const;

const foundRow = z.object({
  title: describe(z.string(), "Number or name"),
  detail: describe(z.nullable(z.string()), "Additional fact, such as a device's product or an order's date and sum"),
  label: describe(z.nullable(z.string()), "State as it is shown, such as Shipped"),
  href: describe(z.string(), "Path of its page"),
});

export const foundGroup = z.object({
  kind: describe(z.enum(foundKinds), "Type of the rows"),
  title: describe(z.string(), "Heading of the group"),
  count: describe(z.int(), "Number of matches"),
  rows: describe(z.array(foundRow), "First five matches, exact ones first"),
});
