import type { Route } from "../../../worker/http/app-env.ts";
import { industryPages } from "./industries/index.ts";
import { legalPages } from "./legal/index.ts";
import { licensePages } from "./license/index.ts";
import { mailPages } from "./mails/index.ts";
import { priceLevelPages } from "./price-levels/index.ts";
import { shopSettingsRoutes } from "./shop.tsx";
import { settingsPage } from "./settings.tsx";
import { shippingRateForms } from "./shipping-rates/edit.tsx";
import { shippingRateList } from "./shipping-rates/list.tsx";
import { newShippingRate } from "./shipping-rates/new.tsx";

export const settingsPages: Route[] = [
  settingsPage,
  ...shopSettingsRoutes,
  ...mailPages,
  ...shippingRateList,
  ...newShippingRate,
  ...shippingRateForms,
  ...priceLevelPages,
  ...industryPages,
  ...licensePages,
  ...legalPages,
];
