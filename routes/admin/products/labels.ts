import type { ProductAction, ProductBlockers } from "../../../worker/domain/catalog/index.ts";

export const typeText = { hardware: "Hardware", software: "Software" } as const;

export const activeText = { true: "Can be sold", false: "Out of the store, published or not" } as const;
export const termText = { "": "None: bought once", month: "Each month", year: "Each year" } as const;

type Obstacle = ProductBlockers[ProductAction][number];

/** Preconditions of an action, each with the remedy. */
const obstacles: Partial<Record<Obstacle, string>> = {
  PRODUCT_ALREADY_ARCHIVED: "It is archived.",
  PRODUCT_NOT_ARCHIVED: "It is not archived.",
  PRODUCT_ALREADY_PUBLISHED: "It is published already.",
  PRODUCT_ALREADY_UNPUBLISHED: "It is not published.",
  PRODUCT_AUTHOR_REQUIRED: "Software needs an author: edit it and name one.",
  PRODUCT_BASE_PRICE_NOT_FOUND:
    "It has no base price: edit it and set one. Prices of NetSuite’s items come from there.",
  SOFTWARE_PLUGIN_NOT_LINKED: "It is a plugin by its format, and no plugin is linked to it yet.",
  SOFTWARE_PLUGIN_NOT_PUBLISHED: "A plugin that comes with it has no published version yet.",
};

export const obstacleText = (errcode: Obstacle): string => obstacles[errcode] ?? errcode;
