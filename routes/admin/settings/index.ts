import type { Route } from "../../../worker/http/app-env.ts";
import { priceLevelPages } from "./price-levels/index.ts";
import { settings } from "./settings.tsx";
import { shippingRates } from "./shipping-rates/list.tsx";

export const settingsPages: Route[] = [settings, shippingRates, ...priceLevelPages];
