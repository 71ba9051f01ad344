import { catalogue } from "../../../worker/contract/errcodes.ts";
import type { ProductAction, ProductBlockers } from "../../../worker/domain/catalog/index.ts";

export const typeLabels = { hardware: "Hardware", software: "Software" } as const;

export const activeLabels = { true: "Can be sold", false: "Out of the store, published or not" } as const;
export const termLabels = { "": "None: bought once", month: "Each month", year: "Each year" } as const;

type Obstacle = ProductBlockers[ProductAction][number];

/** These messages say how to fix a problem; the messages of other error codes already do. */
const obstacleMessages: Partial<Record<Obstacle, string>> = {
  PRODUCT_AUTHOR_REQUIRED: "Software needs an author. Edit the product to add one.",
  PRODUCT_BASE_PRICE_NOT_FOUND:
    "The product has no base price. Edit it to set one; NetSuite items get their prices from NetSuite.",
};

export const obstacleText = (errcode: Obstacle): string =>
  obstacleMessages[errcode] ?? `${catalogue.unprocessable[errcode]}.`;
