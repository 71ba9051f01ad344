/**
 * Products, their pictures, price levels and scheduled prices, tags and categories, CSV imports. NetSuite owns the
 * fields of items that came from it; our own fields are never overwritten. Prices are whole cents by level name. A
 * version number that every write to products increments invalidates cached catalog pages.
 */
export { getAdminProduct, listAdminProducts, lookUpAdminProduct } from "./admin-products.ts";
export { findCatalogVersion } from "./catalog-version.ts";
export { type CategoryCover, countFacets, type Facet, type FacetCount, listCategoryCovers } from "./facets.ts";
export { productIdBySerial } from "./product-id-by-serial.ts";
export {
  findProductOption,
  findProducts,
  findQuotableProducts,
  findStoredProducts,
  type ProductChoices,
} from "./find-products.ts";
export { createProductImage, prepareUpload } from "./images/create-product-image.ts";
export { deleteProductImage } from "./images/delete-product-image.ts";
export { deleteUnusedImages } from "./images/delete-unused-images.ts";
export { listProductImages } from "./images/list-product-images.ts";
export { findImageMetadata, openImage } from "./images/open-image.ts";
export { orderProductImages } from "./images/order-product-images.ts";
export { updateProductImage } from "./images/update-product-image.ts";
export {
  type ImportedProduct,
  importProducts,
  listUnseenItems,
  recordSeenItems,
  type ProductOutcome,
  retireProducts,
} from "./import-products.ts";
export { confirmProductImport, prepareConfirmation } from "./imports/confirm-import.ts";
export { createProductImport } from "./imports/create-import.ts";
export { deleteOldProductImports } from "./imports/delete-old-product-imports.ts";
export { getProductImport, listProductImportLines } from "./imports/get-import.ts";
export {
  listAdminCategories,
  listCategories,
  listDeviceTags,
  listPlatformTags,
  listUseCaseTags,
} from "./list-names.ts";
export {
  getOffer,
  listOffers,
  listRelatedOffers,
  type Offer,
  type OfferDetails,
  previewOffer,
  type RelatedOffer,
} from "./list-offers.ts";
export { getProduct, listProducts, type ProductQuery } from "./list-products.ts";
export { applyScheduledPrices } from "./merchandising/apply-scheduled-prices.ts";
export {
  archiveProduct,
  archiveProducts,
  listProductBlockers,
  type ProductAction,
  type ProductBlockers,
  publishProduct,
  publishProducts,
  unarchiveProduct,
  undoProductAction,
  unpublishProduct,
  unpublishProducts,
} from "./merchandising/change-products.ts";
export { createProduct, generateProductId } from "./merchandising/create-product.ts";
export { type LevelPrice, listLevelPrices } from "./merchandising/level-prices.ts";
export { type LinkedPlugin, listLinkedPlugins } from "./merchandising/linked-plugins.ts";
export { type PriceChange, listPriceHistory } from "./merchandising/price-history.ts";
export { planProductPublication, publishPlannedProducts } from "./merchandising/plan-publication.ts";
export { type ProductHolders, getProductHolders } from "./merchandising/product-holders.ts";
export {
  deleteScheduledPrice,
  listPricedProducts,
  listScheduledPrices,
  listScheduledPricesByProduct,
  type PricedProduct,
  type ScheduledPrice,
  schedulePrice,
  schedulePrices,
} from "./merchandising/schedule-prices.ts";
export { toStartInstant } from "./merchandising/to-start-instant.ts";
export { updateProductPrices } from "./merchandising/update-product-prices.ts";
export { updateProduct } from "./merchandising/update-product.ts";
export { createPriceLevel, deletePriceLevel, updatePriceLevel } from "./price-levels/change-price-levels.ts";
export {
  getPriceLevel,
  listPriceLevelNames,
  listPriceLevels,
  type PriceLevel,
  requirePriceLevels,
} from "./price-levels/list-price-levels.ts";
export { lockPriceLevel, isPriceLevelLocked, setPriceSource } from "./price-levels/price-source.ts";
export { basePriceLevel, currentPriceLevel, priceAt, requirePrice } from "./price.ts";
export { nearestWords, suggestSearch } from "./nearest-words.ts";
export { type AdminProduct, customerColumns, isSold, type Product, productSearch } from "./product-rows.ts";
export { type SerialTrial, trySerial } from "./try-serial.ts";
