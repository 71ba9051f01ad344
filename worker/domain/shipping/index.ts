export { cancelPackage } from "./cancel-package.ts";
export { downloadLabel } from "./labels.ts";
export { hasCarrier } from "./make-shipments.ts";
export { shipOrder } from "./ship-order.ts";
export { signInAtCarrier } from "./sign-in.ts";
export { sweepPackages } from "./sweep-packages.ts";
export { syncPackage, syncShippingPage } from "./sync-shipping.ts";
export { createTestOrder, removeTestOrders } from "./test-orders.ts";
