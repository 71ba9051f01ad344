import * as z from "zod/mini";
import { emptyReply, endpoint, reply } from "../../endpoint.ts";
import { address } from "../../entities/address.ts";
import { shippingDataShape } from "../../entities/order.ts";
import { packageShape, shipmentStatus, shippedPackage } from "../../entities/package.ts";
import { describe, freeText, versionField, uuid } from "../../fields.ts";
import { listReply } from "../../paging.ts";
import { startTaskCall } from "../../task-calls.ts";

const callDefaults = { status: 200, tag: "Admin: shipping" } as const;
const orderParams = z.object({ order_id: uuid() });
const packageParams = z.object({ order_id: uuid(), package_id: uuid() });

export const getOrderShipping = endpoint({
  ...callDefaults,
  access: "orders:read",
  method: "GET",
  path: "/v1/admin/orders/{order_id}/shipping",
  params: orderParams,
  reply: reply(shippingDataShape),
  errors: ["ORDER_NOT_FOUND", "SHIPPING_ADDRESS_NOT_FOUND"],
  summary: "Read the shipping address and packages of an order",
});

export const shipOrder = endpoint({
  ...callDefaults,
  access: "shipping:act",
  method: "POST",
  path: "/v1/admin/orders/{order_id}/shipping",
  params: orderParams,
  body: z.object({
    packages: z.array(shippedPackage).check(z.minLength(1, "Name at least one package."), z.maxLength(50)),
    method: z.optional(freeText(64, "Shipping option; default: the buyer's choice")),
    status: z.optional(shipmentStatus),
    create: describe(z.optional(z.boolean()), "Creates the shipments at the carrier and stores their labels"),
  }),
  reply: emptyReply,
  errors: [
    "ORDER_NOT_FOUND",
    "SHIPPING_ADDRESS_NOT_FOUND",
    "PAYMENT_FAILED",
    "PACKAGE_CONTENT_REQUIRED",
    "LINE_NOT_OWED",
    "PRODUCT_BY_SERIAL_NUMBER_NOT_FOUND",
    "PRODUCT_BY_SERIAL_NUMBER_BELONGS_TO_ANOTHER_ORG",
  ],
  summary: "Ship packages of a paid order",
  description:
    "Moves the order to shipped when nothing of it is still owed, registers the devices of the serial numbers to its organization and mails the buyer once for each shipment; later calls add packages. The only package takes all that is owed unless it names its lines; several packages without content are refused with the lines still owed. A repeated tracking number adds no second package. With create a package has a service and a weight instead of a tracking number, and an optional id, by which the carrier recognizes a retry. PAYMENT_FAILED: the order is unpaid or canceled. A serial number can be in only one package.",
});

export const setShippingAddress = endpoint({
  ...callDefaults,
  access: "orders:act",
  method: "PUT",
  path: "/v1/admin/orders/{order_id}/shipping-address",
  params: orderParams,
  body: z.object({ address: address(), updated_at: versionField() }),
  reply: reply(shippingDataShape),
  errors: ["ORDER_NOT_FOUND", "ORDER_CANCELED", "ORDER_HAS_PACKAGES", "OBJECT_OUTDATED"],
  summary: "Set or correct the shipping address of an order",
  description:
    "Possible until the first package has a label or has left; then ORDER_HAS_PACKAGES. Paid shipping and tax do not change, even if the country does.",
});

export const listOrderPackages = endpoint({
  ...callDefaults,
  access: "orders:read",
  method: "GET",
  path: "/v1/admin/orders/{order_id}/shipping/packages",
  params: orderParams,
  reply: listReply(z.object(packageShape)),
  errors: ["ORDER_NOT_FOUND"],
  summary: "List the packages of an order",
});

export const cancelPackage = endpoint({
  ...callDefaults,
  access: "shipping:act",
  method: "POST",
  path: "/v1/admin/orders/{order_id}/shipping/packages/{package_id}/cancel",
  params: packageParams,
  reply: emptyReply,
  errors: ["ORDER_NOT_FOUND", "REFERENCE_NOT_FOUND"],
  summary: "Void the label of a package that the carrier does not have yet",
  description: "What it holds is owed again, and its serial numbers can be shipped again. The order stays shipped.",
});

export const downloadLabel = endpoint({
  ...callDefaults,
  access: "shipping:read",
  method: "GET",
  path: "/v1/admin/orders/{order_id}/shipping/packages/{package_id}/label",
  params: packageParams,
  reply_type: "application/pdf",
  errors: ["ORDER_NOT_FOUND", "FILE_NOT_FOUND"],
  summary: "Download the label of a package",
});

export const downloadCustomsInvoice = endpoint({
  ...callDefaults,
  access: "shipping:read",
  method: "GET",
  path: "/v1/admin/orders/{order_id}/shipping/packages/{package_id}/customs-invoice",
  params: packageParams,
  reply_type: "application/pdf",
  errors: ["ORDER_NOT_FOUND", "FILE_NOT_FOUND"],
  summary: "Download the commercial invoice of a package that crosses a border",
});

const ordersMax = 100;
const orderIds = () =>
  z
    .array(uuid())
    .check(z.minLength(1, "Select at least one order."), z.maxLength(ordersMax, `Select at most ${ordersMax} orders.`));

export const createLabels = endpoint({
  ...callDefaults,
  access: "shipping:act",
  method: "POST",
  path: "/v1/admin/orders/labels",
  body: z.object({
    order_ids: describe(orderIds(), `At most ${ordersMax}`),
    parcels: describe(
      z.optional(
        z.record(
          uuid(),
          z.pick(shippedPackage, { weight_grams: true, freight_service: true, itn: true, serials: true }),
        ),
      ),
      "The package of an order, by order ID. The service is by default that of the paid shipping option",
    ),
  }),
  reply: reply({
    results: describe(
      z.array(
        z.object({
          order_id: z.string(),
          order_number: describe(z.nullable(z.string()), "Null: no such order"),
          outcome: describe(
            z.enum(["made", "had", "refused"]),
            "had: nothing of the order was owed, because it shipped before",
          ),
          tracking_id: z.nullable(z.string()),
          message: describe(z.nullable(z.string()), "Why it was refused"),
        }),
      ),
      "One for each order, in the order of the request",
    ),
  }),
  errors: [],
  summary: "Ship several orders, each in one package with a label of the carrier",
  description:
    "Each order is shipped as by the call for one order with create; the only package takes all that is owed. A repeated request makes no second label. Download the labels as one file.",
});

export const downloadLabels = endpoint({
  ...callDefaults,
  access: "shipping:read",
  method: "GET",
  path: "/v1/admin/orders/labels",
  query: z.object({
    order_ids: describe(
      z.pipe(
        z.transform((value) => (typeof value === "string" ? value.split(",") : value)),
        orderIds(),
      ),
      "Separated by commas",
    ),
  }),
  reply_type: "application/pdf",
  errors: ["FILE_NOT_FOUND"],
  summary: "Download the labels of several orders as one file",
  description: "In the order of the request; voided labels are left out.",
});

export const signInAtCarrier = endpoint({
  ...callDefaults,
  access: "shipping:act",
  method: "GET",
  path: "/v1/admin/orders/shipping/fulex/login",
  reply: emptyReply,
  errors: [],
  summary: "Check the carrier credentials",
  description: "503 if the carrier rejects the credentials, does not reply or is not configured.",
});

export const startShippingTask = startTaskCall("shipping", {
  path: "/v1/admin/orders/shipping/run-sync",
  tag: callDefaults.tag,
  summary: "Update the tracking of shipped orders",
});

export const createTestOrder = endpoint({
  ...callDefaults,
  access: "shipping:act",
  method: "POST",
  path: "/v1/admin/orders/shipping/test-order",
  reply: reply({ order_id: z.string(), order_number: z.string() }),
  errors: ["PRODUCT_NOT_FOUND"],
  summary: "Create an order for testing the carrier",
  description: "Free order of the administrator's organization, without an invoice or registered devices.",
});

export const removeTestOrders = endpoint({
  ...callDefaults,
  access: "shipping:act",
  method: "POST",
  path: "/v1/admin/orders/shipping/clean-test",
  reply: reply({ removed: describe(z.int(), "Count") }),
  errors: [],
  summary: "Remove the test orders of the administrator's organization",
  description: "Their labels are voided at the carrier. Real orders are not touched.",
});
