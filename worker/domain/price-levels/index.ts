export { createPriceLevel, deletePriceLevel, updatePriceLevel } from "./change-price-levels.ts";
export { getPriceLevel, listPriceLevels, type PriceLevel, requirePriceLevels } from "./list-price-levels.ts";
export { heldPriceLevel, isPriceLevelHeld, priceSource } from "./price-source.ts";
