/**
 * Orders after they are placed: lines, packages, labels, tracking, shipping rates and addresses. A lost answer of the
 * carrier is safe: shipments carry our package id, so a retry finds the first shipment.
 */
export { estimateDeliveryDates, slowestLeadDays, type WorkCalendar } from "./delivery/delivery-dates.ts";
export { lockOrder } from "./orders/lock-order.ts";
export { hasShippedPieces, isDelivered, statusWhenSettled } from "./orders/status-when-settled.ts";
export {
  type AdminOrder,
  getAdminOrder,
  getOrder,
  listAdminOrders,
  type ListedOrder,
  listOrders,
  type Order,
  orderColumns,
  type OrderLine,
  orderLineList,
} from "./orders/list-orders.ts";
export { listOrdersWithLines, type OrderWithSoldLines } from "./orders/list-order-lines.ts";
export { listOrderDevices, type OrderDevice } from "./orders/order-devices.ts";
export { type OrderHistory, readOrderHistory, readOrderProgress } from "./orders/order-history.ts";
export { type OrderPayment, readOrderPayment } from "./orders/order-payment.ts";
export { getOrderPrices, type OrderPrices } from "./orders/order-prices.ts";
export { type BoughtProduct, type OpenOrder, readRecentPurchases } from "./orders/recent-purchases.ts";
export { orderIdsByLinePattern } from "./orders/line-search.ts";
export { orderIdsByTrackingNumber } from "./orders/tracking.ts";
export { listOrderPackages, listPackedProducts, type Package, type PackedProduct } from "./packages/list-packages.ts";
export { listUnfinished, type UnfinishedOrder } from "./packages/list-unfinished.ts";
export { notOwedError } from "./packages/package-contents.ts";
export { getOrderShipping } from "./packages/read-order.ts";
export { receiveOrder, receiveOrders, undoReceiveOrders } from "./packages/receive-orders.ts";
export { setShippingAddress } from "./packages/set-shipping-address.ts";
export { countShippingRates } from "./shipping-rates/count-shipping-rates.ts";
export { createShippingRate } from "./shipping-rates/create-shipping-rate.ts";
export { deleteShippingRate } from "./shipping-rates/delete-shipping-rate.ts";
export { getShippingRate } from "./shipping-rates/get-shipping-rate.ts";
export { listAdminShippingRates } from "./shipping-rates/list-admin-shipping-rates.ts";
export type { AdminRate } from "./shipping-rates/rate-rows.ts";
export { updateShippingRate } from "./shipping-rates/update-shipping-rate.ts";
export { cancelPackage } from "./shipping/cancel-package.ts";
export { downloadCustomsInvoice, downloadLabel, recordLostDocuments } from "./shipping/labels.ts";
export { listSentPackages, type SentPackage } from "./packages/order-packages.ts";
export { createLabels, downloadLabels } from "./shipping/bulk-labels.ts";
export { type PackedOrder, listPackedOrders } from "./packages/list-packed-orders.ts";
export { findSender, findSenderCountry, hasCarrier } from "./shipping/make-shipments.ts";
export { shipOrder } from "./shipping/ship-order.ts";
export { signInAtCarrier } from "./shipping/sign-in.ts";
export { retryShipments } from "./shipping/retry-shipments.ts";
export { syncPackage, syncShippingPage } from "./shipping/sync-shipping.ts";
export { createTestOrder, removeTestOrders } from "./shipping/test-orders.ts";
