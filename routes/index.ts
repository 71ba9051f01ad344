import { localPages } from "virtual:local-pages";
import type { Areas } from "../worker/contract/index.ts";
import type { ApiRoute } from "../worker/http/serve.ts";
import { accountPages } from "./account/index.ts";
import { sessionForms } from "./account/session-forms.ts";
import { adminPages } from "./admin/index.ts";
import { docsPages } from "./docs/index.ts";
import * as files from "./files.ts";
import * as ops from "./ops.ts";
import { portalPages } from "./portal/index.ts";
import { storePages } from "./store/index.ts";
import * as application from "./v1/application.ts";
import * as flowpoint from "./v1/flowpoint.ts";
import * as admin from "./v1/admin/index.ts";
import * as callbacks from "./v1/callbacks/index.ts";
import * as client from "./v1/client/index.ts";
import * as org from "./v1/org.ts";
import * as sso from "./v1/sso/index.ts";
import * as store from "./v1/store/index.ts";

type Served = { routes: ApiRoute[] };
/** For each module of contracts the module that serves it: one without the other does not compile. */
const areas: { [A in keyof Areas]: { [M in keyof Areas[A]]: Served } } = {
  ...{ sso, admin, store, client, callbacks },
  rest: { application, flowpoint, files, ops, org },
};

/** As strings compare: a literal segment before the parameter that would take it too, `/cart/tax` before `/cart/:cart_no`. */
const order = ({ path }: ApiRoute) => path.replace(/:\w+/g, "\uffff");

/** The site map: every URL of the product. */
export const apiRoutes: ApiRoute[] = Object.values(areas)
  .flatMap((area) => Object.values<Served>(area))
  .flatMap(({ routes }) => routes)
  .toSorted((one, other) => (order(one) < order(other) ? -1 : 1));

export const pageRoutes = [
  ...accountPages,
  ...sessionForms,
  ...storePages,
  ...portalPages,
  ...adminPages,
  ...docsPages,
  ...localPages,
];
