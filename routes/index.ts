import { accountPages } from "./account/index.ts";
import { sessionForms } from "./account/session-forms.ts";
import { adminPages } from "./admin/index.ts";
import { docsPages } from "./docs.tsx";
import { opsRoutes } from "./ops.ts";
import { portalPages } from "./portal/index.ts";
import { storePages } from "./store/index.ts";
import { accountRequestAdminRoutes } from "./v1/admin/account-requests.ts";
import { invoiceAdminRoutes } from "./v1/admin/invoices.ts";
import { orderAdminRoutes } from "./v1/admin/orders.ts";
import { productAdminRoutes } from "./v1/admin/products.ts";
import { subscriptionAdminRoutes } from "./v1/admin/subscriptions.ts";
import { stripeCallbackRoutes } from "./v1/callbacks/stripe.ts";
import { billingRoutes } from "./v1/client/billing.ts";
import { invoiceRoutes } from "./v1/client/invoices.ts";
import { orderRoutes } from "./v1/client/orders.ts";
import { clientProductRoutes } from "./v1/client/products.ts";
import { subscriptionRoutes } from "./v1/client/subscriptions.ts";
import { cartRoutes } from "./v1/store/cart.ts";
import { checkoutRoutes } from "./v1/store/checkout.ts";
import { productRoutes } from "./v1/store/products.ts";
import { userAdminRoutes } from "./v1/admin/users.ts";
import { applicationRoutes } from "./v1/application.ts";
import { flowpointRoutes } from "./v1/flowpoint.ts";
import { accountRequestRoutes } from "./v1/sso/account-request.ts";
import { authorizeRoutes } from "./v1/sso/authorize.ts";
import { impersonateSessionRoutes } from "./v1/sso/impersonate-session.ts";
import { licenseAgreementRoutes } from "./v1/sso/license-agreement.ts";
import { passwordResetRoutes } from "./v1/sso/password-reset.ts";
import { sessionRoutes } from "./v1/sso/session.ts";
import { tokenRoutes } from "./v1/sso/token.ts";
import { userRoutes } from "./v1/sso/user.ts";
import { verificationRoutes } from "./v1/sso/verification.ts";

/** The site map: every URL of the product. */
export const apiRoutes = [
  ...accountRequestRoutes,
  ...sessionRoutes,
  ...impersonateSessionRoutes,
  ...authorizeRoutes,
  ...tokenRoutes,
  ...verificationRoutes,
  ...passwordResetRoutes,
  ...licenseAgreementRoutes,
  ...userRoutes,
  ...accountRequestAdminRoutes,
  ...userAdminRoutes,
  ...productRoutes,
  ...cartRoutes,
  ...checkoutRoutes,
  ...orderRoutes,
  ...invoiceRoutes,
  ...billingRoutes,
  ...subscriptionRoutes,
  ...clientProductRoutes,
  ...orderAdminRoutes,
  ...invoiceAdminRoutes,
  ...subscriptionAdminRoutes,
  ...productAdminRoutes,
  ...stripeCallbackRoutes,
  ...applicationRoutes,
  ...flowpointRoutes,
  ...opsRoutes,
];

export const pages = [...accountPages, ...sessionForms, ...storePages, ...portalPages, ...adminPages, ...docsPages];
