export { lookUpProduct } from "./look-up-product.ts";
export { registerDevice } from "./register-device.ts";
export { listOrgProducts } from "./list-org-products.ts";
