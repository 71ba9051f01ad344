import * as z from "zod/mini";
import { netSuiteId, netSuiteValue } from "./values.ts";
import type { NetSuiteCustomer, NetSuiteItem, NetSuitePrice } from "./net-suite.ts";

export const customerRow = z.object({
  id: netSuiteId(),
  companyname: netSuiteValue(),
  email: netSuiteValue(),
  isinactive: netSuiteValue(),
  pricelevelname: netSuiteValue(),
  addr1: netSuiteValue(),
  addr2: netSuiteValue(),
  city: netSuiteValue(),
  state: netSuiteValue(),
  zip: netSuiteValue(),
  country: netSuiteValue(),
});

export const lastRow = z.object({ last: netSuiteValue() });

export const itemRow = z.object({
  id: netSuiteId(),
  itemid: netSuiteValue(),
  displayname: netSuiteValue(),
  itemtype: netSuiteValue(),
  isinactive: netSuiteValue(),
});

export const priceRow = z.object({
  item: netSuiteId(),
  pricelevel: netSuiteId(),
  pricelevelname: netSuiteValue(),
  quantity: netSuiteId(),
  unitprice: netSuiteValue(),
});

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
  quantity: Number(row.quantity),
  unit_price: textOf(row.unitprice),
});
