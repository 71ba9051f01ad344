import { Hono } from "hono";
import type { Calls } from "../calls.ts";
import type { Faults } from "../faults.ts";
import { observe, type SandboxEnv } from "../service.ts";
import { tokenEndpoint } from "./access/token-endpoint.ts";
import { limitExceeded, Problem, refuse } from "./records/problem.ts";
import { recordService } from "./records/service.ts";
import type { Account } from "./state.ts";
import { suiteQlService } from "./suiteql/service.ts";

const loginMessage =
  "Invalid login attempt. For more details, see the Login Audit Trail in the NetSuite UI at Setup > Users/Roles > User Management > View Login Audit Trail.";

/** SuiteTalk REST web services (docs.oracle.com/en/cloud/saas/netsuite/ns-online-help/chapter_1540391670.html). */
export function netSuiteProtocol(account: Account, calls: Calls, faults: Faults) {
  const { access, traffic, store, preferences } = account;
  const limitedRoutes = new Hono<SandboxEnv>()
    .use(traffic.count())
    .use(observe("net-suite", calls, faults, limitExceeded))
    .use(traffic.limit())
    .use(async (c, next) => {
      if (access.isBearer(c.req.header("authorization"))) return next();
      return refuse(new Problem(401, "INVALID_LOGIN", loginMessage));
    })
    .route("/record/v1", recordService(account))
    .route("/query/v1", suiteQlService(store, faults, preferences))
    .onError((error) => {
      if (error instanceof Problem) return refuse(error);
      return refuse(new Problem(500, "UNEXPECTED_ERROR", `An unexpected error occurred. ${error.message}`));
    });
  return new Hono<SandboxEnv>()
    .use(async (c, next) => (c.req.header("user-agent") ? next() : c.html("<h1>Access Denied</h1>", 403)))
    .use("/auth/*", observe("net-suite", calls, faults, limitExceeded))
    .route("/auth/oauth2/v1/token", tokenEndpoint(access))
    .route("/", limitedRoutes);
}
