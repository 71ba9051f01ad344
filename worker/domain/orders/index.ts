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
export { readOrderHistory, type OrderHistory } from "./order-history.ts";
export { type BoughtProduct, type OpenOrder, readRecentPurchases } from "./recent-purchases.ts";
