export { deleteUnusedImages } from "./delete-unused-images.ts";
export { createProductImage, prepareUpload } from "./create-product-image.ts";
export { deleteProductImage } from "./delete-product-image.ts";
export { listProductImages } from "./list-product-images.ts";
export { orderProductImages } from "./order-product-images.ts";
export { findImage, openImage } from "./open-image.ts";
export { updateProductImage } from "./update-product-image.ts";
