export { callNetSuite, reasonOf, unavailable } from "./call-net-suite.ts";
export { toCents } from "./cents.ts";
export { organizationsTask } from "./import-customers.ts";
export { productsTask } from "./import-items.ts";
export { receiveCustomer } from "./receive-customer.ts";
export { takeOverToldCustomers } from "./told-customers.ts";
export { syncOrganization, syncProduct } from "./sync-one.ts";
