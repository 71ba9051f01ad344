import * as z from "zod/mini";
import type { NetSuiteCustomer, NetSuiteItem, NetSuitePrice } from "./net-suite.ts";

/** SuiteQL returns texts, numbers in some accounts, and omits null. */
const value = () =>
  z.optional(
    z.nullable(
      z.pipe(
        z.union([z.string(), z.number()]),
        z.transform((each: string | number) => String(each)),
      ),
    ),
  );
const id = () =>
  z.pipe(
    z.union([z.string().check(z.regex(/^\d{1,18}$/)), z.int()]),
    z.transform((each: string | number) => String(each)),
  );

export const customerRow = z.object({
  id: id(),
  companyname: value(),
  email: value(),
  isinactive: value(),
  pricelevelname: value(),
  addr1: value(),
  addr2: value(),
  city: value(),
  state: value(),
  zip: value(),
  country: value(),
});

export const lastRow = z.object({ last: value() });

export const itemRow = z.object({
  id: id(),
  itemid: value(),
  displayname: value(),
  itemtype: value(),
  isinactive: value(),
});

export const priceRow = z.object({ item: id(), pricelevel: id(), pricelevelname: value(), unitprice: value() });

/** Trimmed; null if empty. */
const textOf = (text: string | null | undefined): string | null => text?.trim() || null;

export const toCustomer = (row: z.output<typeof customerRow>): NetSuiteCustomer => ({
  id: row.id,
  name: textOf(row.companyname),
  email: textOf(row.email),
  price_level_name: textOf(row.pricelevelname),
  address: {
    line1: textOf(row.addr1),
    line2: textOf(row.addr2),
    city: textOf(row.city),
    state: textOf(row.state),
    postal_code: textOf(row.zip),
    country: textOf(row.country),
  },
  is_inactive: row.isinactive === "T",
});

export const toItem = (row: z.output<typeof itemRow>): NetSuiteItem => ({
  id: row.id,
  item_id: textOf(row.itemid),
  display_name: textOf(row.displayname),
  type: textOf(row.itemtype),
  is_inactive: row.isinactive === "T",
});

export const toPrice = (row: z.output<typeof priceRow>): NetSuitePrice => ({
  item_id: row.item,
  price_level_id: row.pricelevel,
  price_level_name: textOf(row.pricelevelname),
  unit_price: textOf(row.unitprice),
});
