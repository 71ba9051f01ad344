import type { Route } from "../../worker/http/app-env.ts";
import { approvalPages } from "./approvals/index.ts";
import { activity } from "./activity.tsx";
import { accountPage } from "./billing/account.tsx";
import { ownReceivableFiles } from "../receivable-files.ts";
import { invoicePage, invoicePdf, invoicePdfs } from "./billing/invoice.tsx";
import { invoices, payInvoicePage } from "./billing/invoices.tsx";
import { payInvoicesPages } from "./billing/pay-invoices.tsx";
import { addPaymentMethodPage, paymentMethods, removePaymentMethodForm } from "./billing/payment-methods.tsx";
import { statement, statementPdf } from "./billing/statement.tsx";
import { devicePages } from "./devices/index.ts";
import { downloadPages } from "./downloads/index.ts";
import { portalHome } from "./home/home.tsx";
import { notificationPages } from "./notifications/index.ts";
import { deliveryNote, deliveryNotePdf } from "./orders/delivery-note.tsx";
import { orderAgain } from "./orders/order-again.tsx";
import { orderPage } from "./orders/order.tsx";
import { orders } from "./orders/orders.tsx";
import { refundInstructionPages } from "./orders/refund-instructions.tsx";
import { organizationPages } from "./organization/index.ts";
import { peoplePages } from "./people/index.ts";
import { phonePages } from "./phone.tsx";
import { profile } from "./profile.tsx";
import { addLinesForm } from "./quick-order/adding-form.tsx";
import { quickOrderPreviewPage, quickOrderPage } from "./quick-order/quick-order.tsx";
import { quotePages } from "./quotes/index.ts";
import { savedViewForms } from "./saved-views.ts";
import { searchPage } from "./search/search.tsx";
import { roleWishForm } from "./ask-for-role.ts";
import { securityEvents } from "./security-events.tsx";
import { authenticatorApp } from "./security/authenticator-app.tsx";
import { security } from "./security/security.tsx";
import { sessions } from "./sessions.tsx";
import { planPaymentMethods } from "./subscriptions/payment-methods.tsx";
import { planForms } from "./subscriptions/plan-forms.ts";
import { planSwitchPages } from "./subscriptions/plan-switch.tsx";
import { subscriptionPage } from "./subscriptions/subscription.tsx";
import { subscriptions } from "./subscriptions/subscriptions.tsx";

export const portalPages: Route[] = [
  portalHome,
  ...devicePages,
  ...downloadPages,
  ...notificationPages,
  ...organizationPages,
  ...peoplePages,
  ...approvalPages,
  ...quotePages,
  ...activity,
  ...profile,
  ...phonePages,
  ...securityEvents,
  ...authenticatorApp,
  ...security,
  ...sessions,
  searchPage,
  ...orders,
  ...orderPage,
  ...refundInstructionPages,
  deliveryNote,
  deliveryNotePdf,
  ...orderAgain,
  quickOrderPage,
  quickOrderPreviewPage,
  addLinesForm,
  ...payInvoicesPages,
  accountPage,
  ...ownReceivableFiles,
  ...invoices,
  invoicePdfs,
  payInvoicePage,
  statementPdf,
  statement,
  invoicePage,
  invoicePdf,
  paymentMethods,
  addPaymentMethodPage,
  removePaymentMethodForm,
  ...subscriptions,
  subscriptionPage,
  ...planPaymentMethods,
  ...planForms,
  ...planSwitchPages,
  roleWishForm,
  ...savedViewForms,
];
