import type { Endpoint } from "./endpoint.ts";
import * as ops from "./ops.ts";
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
  application,
  flowpoint,
  ops,
].flatMap((module) => Object.values<Endpoint>(module));
