export {
  getAdminOrder,
  getOrder,
  listAdminOrders,
  listOrders,
  type Order,
  orderColumns,
  type OrderLine,
} from "./list-orders.ts";
