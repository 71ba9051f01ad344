export {
  archiveProduct,
  archiveProducts,
  listProductObstacles,
  type ProductAction,
  type ProductObstacles,
  publishProduct,
  publishProducts,
  unarchiveProduct,
  unpublishProduct,
  unpublishProducts,
} from "./change-products.ts";
export { createProduct, newProductId } from "./create-product.ts";
export { type Holders, listHolders } from "./product-holders.ts";
export { type LevelPrice, listLevelPrices } from "./level-prices.ts";
export { type LinkedPlugin, listLinkedPlugins } from "./linked-plugins.ts";
export { type PriceChange, priceHistory } from "./price-history.ts";
export { applyScheduledPrices } from "./apply-scheduled-prices.ts";
export {
  deleteScheduledPrice,
  listScheduledPrices,
  listScheduledPricesOf,
  schedulePrice,
  type ScheduledPrice,
  schedulePrices,
} from "./schedule-prices.ts";
export { startOf } from "./start-of.ts";
export { updateProductPrices } from "./update-product-prices.ts";
export { updateProduct } from "./update-product.ts";
