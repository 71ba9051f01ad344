import type { Endpoint } from "./endpoint.ts";
import * as ops from "./ops.ts";
import * as adminInvoices from "./v1/admin/invoices.ts";
import * as adminOrders from "./v1/admin/orders.ts";
import * as adminProducts from "./v1/admin/products.ts";
import * as adminSubscriptions from "./v1/admin/subscriptions.ts";
import { stripeCallbacks } from "./v1/callbacks/stripe.ts";
import * as billing from "./v1/client/billing.ts";
import * as invoices from "./v1/client/invoices.ts";
import * as orders from "./v1/client/orders.ts";
import * as clientProducts from "./v1/client/products.ts";
import * as subscriptions from "./v1/client/subscriptions.ts";
import * as adminAccountRequests from "./v1/admin/account-requests.ts";
import * as adminUsers from "./v1/admin/users.ts";
import * as application from "./v1/application.ts";
import * as flowpoint from "./v1/flowpoint.ts";
import * as accountRequest from "./v1/sso/account-request.ts";
import * as authorize from "./v1/sso/authorize.ts";
import * as impersonateSession from "./v1/sso/impersonate-session.ts";
import * as licenseAgreement from "./v1/sso/license-agreement.ts";
import * as passwordReset from "./v1/sso/password-reset.ts";
import * as session from "./v1/sso/session.ts";
import * as token from "./v1/sso/token.ts";
import * as user from "./v1/sso/user.ts";
import * as verification from "./v1/sso/verification.ts";
import * as cart from "./v1/store/cart.ts";
import * as checkout from "./v1/store/checkout.ts";
import {
  getProduct,
  listCategories,
  listDevices,
  listPlatforms,
  listProducts,
  listUseCases,
} from "./v1/store/products.ts";

/** Every call of the product, for OpenAPI, the documentation page and the generated tests. */
export const endpoints: Endpoint[] = [
  accountRequest,
  session,
  impersonateSession,
  authorize,
  token,
  verification,
  passwordReset,
  licenseAgreement,
  user,
  adminAccountRequests,
  adminUsers,
  { listProducts, getProduct, listCategories, listDevices, listPlatforms, listUseCases },
  cart,
  checkout,
  orders,
  invoices,
  billing,
  subscriptions,
  clientProducts,
  adminOrders,
  adminInvoices,
  adminSubscriptions,
  adminProducts,
  application,
  flowpoint,
  ops,
]
  .flatMap((module) => Object.values<Endpoint>(module))
  .concat(stripeCallbacks.map((each) => each.spec));
