export { organizationsTask } from "./import-customers.ts";
export { productsTask } from "./import-items.ts";
export { receiveCustomer } from "./receive-customer.ts";
export { syncOrganization, syncProduct } from "./sync-one.ts";
