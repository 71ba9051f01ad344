export { findProductBySerial } from "./find-product-by-serial.ts";
