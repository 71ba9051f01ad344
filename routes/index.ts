import { localAreas } from "virtual:local-pages";
import type { Areas } from "../worker/contract/index.ts";
import { pages } from "../worker/contract/pages.ts";
import type { AppContext, RouteArea, Route } from "../worker/http/app-env.ts";
import type { ApiRoute } from "../worker/http/serve.ts";
import * as ops from "./ops.ts";

/** The type requires exactly one route module for each module of the contract. */
type ModuleLoader<A> = () => Promise<{ [M in keyof A]: ApiRoute[] }>;

const areaLoaders: { [A in Exclude<keyof Areas, "rest">]: ModuleLoader<Areas[A]> } = {
  sso: () => import("./v1/sso.ts"),
  admin: () => import("./v1/admin/index.ts"),
  store: () => import("./v1/store.ts"),
  client: () => import("./v1/client.ts"),
  callbacks: () => import("./v1/callbacks.ts"),
};
const topLevelModules = ["files", "images"];
const restLoaders: { [M in Exclude<keyof Areas["rest"], "ops">]: () => Promise<{ routes: ApiRoute[] }> } = {
  application: () => import("./v1/application.ts"),
  flowpoint: () => import("./v1/flowpoint.ts"),
  org: () => import("./v1/org.ts"),
  files: () => import("./files.ts"),
  images: () => import("./images.ts"),
};

/** Literal segments sort before parameters that would match them, too: `/cart/tax` before `/cart/:cart_no`. */
const sortKey = ({ path }: ApiRoute) => path.replace(/:\w+/g, "\uffff");
const sortRoutes = (modules: Record<string, ApiRoute[]>): ApiRoute[] =>
  Object.values(modules)
    .flat()
    .toSorted((one, other) => (sortKey(one) < sortKey(other) ? -1 : 1));

/** Loaded at the worker's start. */
export const routes: Route[] = sortRoutes(ops);

/** Loaded with the first error page, so that an isolate starts without it. */
export const readProblemFrame = async (c: AppContext, error: unknown) =>
  (await import("./problem-frame.ts")).readProblemFrame(c, error);

/** Loaded on the first request that needs a fresh sign-in. */
export const loadFreshSignIn = async () => (await import("./fresh-sign-in.tsx")).FreshSignInView;

const firstSegment = (path: string) => path.replace(/^(\/[^/]*).*/, "$1");
const storePaths: string[] = [pages.store, pages.robots, pages.sitemap];
const otherAreas: string[] = [...storePaths, pages.portal, pages.admin, pages.docs];
/** Account pages have many first segments: all that belong to no other area. */
const accountPaths = [...new Set(Object.values(pages).map(firstSegment))].filter((path) => !otherAreas.includes(path));

/** Each area is loaded on the first request to one of its paths. */
export const areas: RouteArea[] = [
  ...Object.entries(areaLoaders).map(([name, load]) => ({
    under: [`/v1/${name}`],
    load: async () => sortRoutes(await load()),
  })),
  ...Object.entries(restLoaders).map(([name, load]) => ({
    under: [topLevelModules.includes(name) ? `/${name}` : `/v1/${name}`],
    load: async () => sortRoutes(await load()),
  })),
  {
    under: storePaths,
    load: async () => (await import("./store/index.ts")).storePages,
  },
  { under: [pages.portal], load: async () => (await import("./portal/index.ts")).portalPages },
  { under: [pages.admin], load: async () => (await import("./admin/index.ts")).adminPages },
  { under: [pages.docs], load: async () => (await import("./docs/index.ts")).docsPages },
  ...localAreas,
  {
    under: accountPaths,
    load: async () => (await import("./account/index.ts")).accountPages,
  },
];
