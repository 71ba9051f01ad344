import type { ProductAction, ProductBlockers } from "../../../worker/domain/catalog/index.ts";

export const typeText = { hardware: "Hardware", software: "Software" } as const;

export const activeText = { true: "Can be sold", false: "Out of the store, published or not" } as const;
export const termText = { "": "None: bought once", month: "Each month", year: "Each year" } as const;

type Obstacle = ProductBlockers[ProductAction][number];

/** Each with the remedy. */
const obstacles: Partial<Record<Obstacle, string>> = {
  PRODUCT_ALREADY_ARCHIVED: "It is archived.",
  PRODUCT_NOT_ARCHIVED: "It is not archived.",
  PRODUCT_ALREADY_PUBLISHED: "It is published already.",
  PRODUCT_ALREADY_UNPUBLISHED: "It is not published.",
  PRODUCT_AUTHOR_REQUIRED: "Software needs an author. Edit the product to add one.",
  PRODUCT_BASE_PRICE_NOT_FOUND:
    "The product has no base price. Edit it to set one; NetSuite items get their prices from NetSuite.",
  SOFTWARE_PLUGIN_NOT_LINKED: "The product is a plugin by its format, but no plugin is linked to it yet.",
  SOFTWARE_PLUGIN_NOT_PUBLISHED: "A linked plugin has no published version yet.",
};

export const obstacleText = (errcode: Obstacle): string => obstacles[errcode] ?? errcode;
