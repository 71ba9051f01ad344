export { isGivenBack } from "./given-back.ts";
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
} from "./list-orders.ts";
export { readAdminOrderHistory, readOrderHistory, type OrderHistory } from "./order-history.ts";
export { addOrderNote, listOrderNotes, type OrderNote } from "./order-notes.ts";
export { type OrderPayment, readOrderPayment } from "./order-payment.ts";
export { getOrderPrices, type OrderPrices } from "./order-prices.ts";
export { trackedBy } from "./tracking.ts";
export { type BoughtProduct, type OpenOrder, readRecentPurchases } from "./recent-purchases.ts";
