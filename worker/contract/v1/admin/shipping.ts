import * as z from "zod/mini";
import { done, endpoint, reply } from "../../endpoint.ts";
import { address } from "../../entities/address.ts";
import { shippingDataShape } from "../../entities/order.ts";
import { packageShape, shipmentStatus, shippedPackage } from "../../entities/package.ts";
import { described, freeText, seenAt, uuid } from "../../fields.ts";
import { listReply } from "../../paging.ts";
import { startTaskCall } from "../../task-calls.ts";

const shared = { access: "manage_shop", status: 200, tag: "Admin: shipping" } as const;
const ofOrder = z.object({ order_id: uuid() });
const ofPackage = z.object({ order_id: uuid(), package_id: uuid() });

export const getOrderShipping = endpoint({
  ...shared,
  method: "GET",
  path: "/v1/admin/orders/{order_id}/shipping",
  params: ofOrder,
  reply: reply(shippingDataShape),
  errors: ["ORDER_NOT_FOUND", "SHIPPING_ADDRESS_NOT_FOUND"],
  summary: "Read where an order goes and what is under way",
});

export const shipOrder = endpoint({
  ...shared,
  method: "POST",
  path: "/v1/admin/orders/{order_id}/shipping",
  params: ofOrder,
  body: z.object({
    packages: z.array(shippedPackage).check(z.minLength(1, "Name at least one package."), z.maxLength(50)),
    method: z.optional(freeText(64, "How it is sent; what the buyer chose when left out")),
    status: z.optional(shipmentStatus),
    create: described(z.optional(z.boolean()), "Makes the shipments at the carrier and keeps their labels"),
  }),
  reply: done,
  errors: [
    "ORDER_NOT_FOUND",
    "SHIPPING_ADDRESS_NOT_FOUND",
    "PAYMENT_FAILED",
    "PRODUCT_BY_SERIAL_NUMBER_NOT_FOUND",
    "PRODUCT_BY_SERIAL_NUMBER_BELONGS_TO_ANOTHER_ORG",
  ],
  summary: "Ship packages of a paid order",
  description:
    "Moves the order to shipped, registers the devices of the serial numbers to its organization and mails the buyer, once; a later call adds its packages. A tracking number is one package of the order, however often it is posted. With create a package has a service and a weight in place of its tracking number, and an id that may be given: the carrier knows the package by it, so that a repetition makes no second shipment. PAYMENT_FAILED tells an order that is not paid or was canceled, in words. A serial number is in one package of the world.",
});

export const setShippingAddress = endpoint({
  ...shared,
  method: "PUT",
  path: "/v1/admin/orders/{order_id}/shipping-address",
  params: ofOrder,
  body: z.object({ address: address(), updated_at: seenAt() }),
  reply: reply(shippingDataShape),
  errors: ["ORDER_NOT_FOUND", "ORDER_CANCELED", "ORDER_HAS_PACKAGES", "OBJECT_OUTDATED"],
  summary: "Set or correct where an order goes",
  description:
    "Until its first package: ORDER_HAS_PACKAGES as soon as one has a label or has left. Shipping and tax stay as they were paid, also where the country changes.",
});

export const listOrderPackages = endpoint({
  ...shared,
  method: "GET",
  path: "/v1/admin/orders/{order_id}/shipping/packages",
  params: ofOrder,
  reply: listReply(z.object(packageShape)),
  errors: ["ORDER_NOT_FOUND"],
  summary: "List the packages of an order",
});

export const cancelPackage = endpoint({
  ...shared,
  method: "POST",
  path: "/v1/admin/orders/{order_id}/shipping/packages/{package_id}/cancel",
  params: ofPackage,
  reply: done,
  errors: ["ORDER_NOT_FOUND", "REFERENCE_NOT_FOUND"],
  summary: "Void the label of a package that the carrier does not have yet",
  description: "Its serial numbers are free again. The order stays shipped.",
});

export const downloadLabel = endpoint({
  ...shared,
  method: "GET",
  path: "/v1/admin/orders/{order_id}/shipping/packages/{package_id}/label",
  params: ofPackage,
  reply_type: "application/pdf",
  errors: ["ORDER_NOT_FOUND", "FILE_NOT_FOUND"],
  summary: "Download the label of a package",
});

export const signInAtCarrier = endpoint({
  ...shared,
  method: "GET",
  path: "/v1/admin/orders/shipping/fulex/login",
  reply: done,
  errors: [],
  summary: "Check that the carrier knows us",
  description: "503 when it refuses our credentials, does not answer or is not set up.",
});

export const startShippingTask = startTaskCall("shipping", {
  path: "/v1/admin/orders/shipping/run-sync",
  tag: shared.tag,
  summary: "Read where the packages of shipped orders are",
});

export const createTestOrder = endpoint({
  ...shared,
  method: "POST",
  path: "/v1/admin/orders/shipping/test-order",
  reply: reply({ order_id: z.string(), order_number: z.string() }),
  errors: ["PRODUCT_NOT_FOUND"],
  summary: "Make an order with which the carrier can be tried",
  description: "Of the administrator's own organization, for nothing; no invoice is made and no device registered.",
});

export const removeTestOrders = endpoint({
  ...shared,
  method: "POST",
  path: "/v1/admin/orders/shipping/clean-test",
  reply: reply({ removed: described(z.int(), "How many") }),
  errors: [],
  summary: "Remove the test orders of the administrator's organization",
  description: "Their labels are voided at the carrier. An order that is no test stays.",
});
