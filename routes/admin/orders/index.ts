import type { Route } from "../../../worker/http/app-env.ts";
import { order } from "./order.tsx";
import { orders } from "./orders.tsx";
import { packingSlip } from "./packing-slip.tsx";
import { shippingForms } from "./shipping-forms.ts";

export const orderPages: Route[] = [...orders, order, packingSlip, ...shippingForms];
