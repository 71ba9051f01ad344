export { lookUpProduct } from "./look-up-product.ts";
export { registerDevice } from "./register-device.ts";
