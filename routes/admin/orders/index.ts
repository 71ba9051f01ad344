import type { Route } from "../../../worker/http/app-env.ts";
import { cancelLinesPages } from "./cancel-lines.tsx";
import { failedRefundForms } from "./failed-refunds.tsx";
import { orderLinesFile } from "./lines-file.ts";
import { morePackagesPage, orderPage } from "./order.tsx";
import { orderForms } from "./order-forms.ts";
import { orders } from "./orders.tsx";
import { packingSlip, packingSlipPdf } from "./packing-slip.tsx";
import { pickListPage } from "./pick-list.tsx";
import { refundApprovalPages } from "./refund-approvals.tsx";
import { refundPages } from "./refund.tsx";
import { shipOrdersPages } from "./ship-orders.tsx";
import { orderAddressForm } from "./shipping-address.tsx";
import { shippingForms } from "./shipping-forms.ts";

export const orderPages: Route[] = [
  ...orders,
  orderLinesFile,
  ...shipOrdersPages,
  pickListPage,
  orderPage,
  morePackagesPage,
  packingSlip,
  packingSlipPdf,
  ...shippingForms,
  ...orderAddressForm,
  ...orderForms,
  ...cancelLinesPages,
  ...refundPages,
  ...failedRefundForms,
  ...refundApprovalPages,
];
