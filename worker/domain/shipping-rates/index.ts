export { countShippingRates } from "./count-shipping-rates.ts";
export { createShippingRate } from "./create-shipping-rate.ts";
export { deleteShippingRate } from "./delete-shipping-rate.ts";
export { getShippingRate } from "./get-shipping-rate.ts";
export { listAdminShippingRates } from "./list-admin-shipping-rates.ts";
export type { AdminRate } from "./rate-rows.ts";
export { updateShippingRate } from "./update-shipping-rate.ts";
