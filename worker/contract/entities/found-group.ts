import * as z from "zod/mini";
import { described } from "../fields.ts";

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
  title: described(z.string(), "Number or name"),
  detail: described(z.nullable(z.string()), "Additional fact, such as a device's product or an order's date and sum"),
  label: described(z.nullable(z.string()), "State as it is shown, such as Shipped"),
  href: described(z.string(), "Path of its page"),
});

export const foundGroup = z.object({
  kind: described(z.enum(foundKinds), "Type of the rows"),
  title: described(z.string(), "Heading of the group"),
  count: described(z.int(), "Number of matches"),
  rows: described(z.array(foundRow), "First five matches, exact ones first"),
});
