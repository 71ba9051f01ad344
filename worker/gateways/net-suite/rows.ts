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

const trimToNull = (text: string | null | undefined): string | null => text?.trim() || null;

export const toCustomer = (row: z.output<typeof customerRow>): NetSuiteCustomer => ({
  id: row.id,
  name: trimToNull(row.companyname),
  email: trimToNull(row.email),
  price_level_name: trimToNull(row.pricelevelname),
  address: {
    line1: trimToNull(row.addr1),
    line2: trimToNull(row.addr2),
    city: trimToNull(row.city),
    state: trimToNull(row.state),
    postal_code: trimToNull(row.zip),
    country: trimToNull(row.country),
  },
  is_inactive: row.isinactive === "T",
});

export const toItem = (row: z.output<typeof itemRow>): NetSuiteItem => ({
  id: row.id,
  item_id: trimToNull(row.itemid),
  display_name: trimToNull(row.displayname),
  type: trimToNull(row.itemtype),
  is_inactive: row.isinactive === "T",
});

export const toPrice = (row: z.output<typeof priceRow>): NetSuitePrice => ({
  item_id: row.item,
  price_level_id: row.pricelevel,
  price_level_name: trimToNull(row.pricelevelname),
  quantity: Number(row.quantity),
  unit_price: trimToNull(row.unitprice),
});
