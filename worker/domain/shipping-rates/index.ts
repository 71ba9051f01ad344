export { countShippingRates } from "./count-shipping-rates.ts";
export { listRates } from "./list-rates.ts";
