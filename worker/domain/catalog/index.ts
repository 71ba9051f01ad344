export { getAdminProduct, listAdminProducts, lookUpAdminProduct } from "./admin-products.ts";
export { findProducts, type FoundProducts } from "./find-products.ts";
export { findProductBySerial } from "./find-product-by-serial.ts";
export { type CategoryCover, countFacets, type Facet, type FacetCount, listCategoryCovers } from "./facets.ts";
export { getOffer, listOffers, type Offer, type OfferDetails, previewOffer } from "./list-offers.ts";
export { getProduct, listProducts, type ProductQuery } from "./list-products.ts";
export {
  listAdminCategories,
  listCategories,
  listDeviceTags,
  listPlatformTags,
  listUseCaseTags,
} from "./list-names.ts";
export { catalogVersion } from "./catalog-version.ts";
export { basePriceLevel, callerLevel, ownLevel, priceAt, requirePrice } from "./price.ts";
export {
  adminColumns,
  type AdminProduct,
  customerColumns,
  isSold,
  type Product,
  productSearch,
} from "./product-rows.ts";
export { type SerialTrial, trySerial } from "./try-serial.ts";
export {
  type ImportedProduct,
  importProducts,
  listUnseenItems,
  noteSeenItems,
  type ProductOutcome,
  retireProducts,
} from "./import-products.ts";
