import type { Route } from "../../../worker/http/app-env.ts";
import { order } from "./order.tsx";
import { packingSlip } from "./packing-slip.tsx";
import { shippingForms } from "./shipping-forms.ts";

export const orderPages: Route[] = [order, packingSlip, ...shippingForms];
