import * as z from "zod/mini";
import { orderStatuses, paymentStatuses } from "../../../db/enums.ts";
import { describe, instant } from "../fields.ts";
import { shownAddress } from "./address.ts";
import { cents } from "./money.ts";

const text = () => z.nullable(z.string());

export const shippingPackage = z.object({
  tracking_id: z.string(),
  tracking_link: text(),
  freight_carrier: text(),
  freight_service: text(),
  serials: z.optional(describe(z.array(z.string()), "Serial numbers in the package")),
  delivered_at: z.optional(z.nullable(instant())),
});

export const shippingDataShape = {
  personal_data: z.object({ first_name: z.string(), last_name: z.string(), phone: text(), email: z.string() }),
  address: z.nullable(shownAddress),
  packages: z.array(shippingPackage),
  method: text(),
};

export const orderShape = {
  id: z.string(),
  order_number: z.string(),
  user_id: z.string(),
  org_id: z.string(),
  stripe_id: text(),
  stripe_bill_link: text(),
  total: cents("Total to pay"),
  total_details: z.object({ shipping: cents("Shipping"), tax: cents("Tax") }),
  status: z.enum(orderStatuses),
  payment_status: z.enum(paymentStatuses),
  shipping_data: z.object(shippingDataShape),
  ships_by: describe(text(), "Day such as 2026-12-07 by which checkout promised to ship; null: nothing was promised"),
  arrives_from: describe(text(), "First day of the arrival that checkout promised"),
  arrives_by: describe(text(), "Last day of the arrival that checkout promised"),
  payment_terms_days: describe(z.nullable(z.int()), "Days until an order on account is due; null: paid at once"),
  po_number: describe(text(), "Purchase order number of the buyer"),
  note: describe(text(), "Comment of the buyer"),
  terms_version: describe(text(), "Version of the terms of sale accepted with the payment"),
  created_at: instant(),
  updated_at: instant(),
};
export const order = z.object(orderShape);

const items = z.object({
  count: describe(z.int(), "Number of different products"),
  first_name: describe(text(), "Name of the first product"),
});
export const listedOrder = z.object({ ...orderShape, items });

export const orderLine = z.object({
  id: z.string(),
  order_id: z.string(),
  product_id: z.string(),
  sku: describe(text(), "SKU of the product today"),
  quantity: describe(z.int(), "Ordered quantity"),
  name: z.string(),
  price: cents("Unit price"),
  main_image: text(),
  short_description: text(),
  detailed_description: z.array(z.object({ title: z.string(), description: z.string() })),
  serial_number: z.array(z.string()),
  refunded_quantity: describe(z.int(), "Refunded quantity, including pending refunds"),
  shipped_quantity: describe(z.int(), "Quantity in packages that have left"),
  canceled_quantity: describe(z.int(), "Quantity that was canceled before it shipped"),
  owed_quantity: describe(z.int(), "Quantity that has still to ship; 0 for software, which is downloaded"),
  created_at: instant(),
  updated_at: instant(),
});

export const orderWithLinesShape = { ...orderShape, lines: z.array(orderLine) };

export const adminOrderShape = {
  ...orderShape,
  organization: z.object({ id: z.string(), name: z.string() }),
  items,
  placed_by: describe(z.nullable(z.object({ id: z.string(), name: z.string() })), "Buyer; null: test order"),
};
export const adminOrder = z.object(adminOrderShape);

/** Maximum number of unpaid orders by payment link in one organization. */
export const unpaidLinkOrdersMax = 15;
