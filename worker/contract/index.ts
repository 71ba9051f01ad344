import type { Call, Endpoint } from "./endpoint.ts";
import type { ConsoleAccess } from "./people/permissions.ts";
import * as files from "./files.ts";
import * as images from "./images.ts";
import * as ops from "./ops.ts";
import * as application from "./v1/application.ts";
import * as flowpoint from "./v1/flowpoint.ts";
import * as adminCalls from "./v1/admin/index.ts";
import * as callbacks from "./v1/callbacks/index.ts";
import * as client from "./v1/client/index.ts";
import * as org from "./v1/org.ts";
import * as sso from "./v1/sso/index.ts";
import * as store from "./v1/store/index.ts";

/** Each call of the console names its area and whether it reads or acts, or `use_console` (ADR-062). */
const admin = adminCalls satisfies Record<string, Record<string, { access: ConsoleAccess }>>;

/** `routes/index.ts` mounts these areas. */
const areas = { sso, admin, store, client, callbacks, rest: { application, flowpoint, files, images, ops, org } };
export type Areas = typeof areas;

export const endpoints: Call[] = Object.values(areas)
  .flatMap((area) => Object.values<Record<string, Endpoint>>(area))
  .flatMap((module) => Object.entries(module))
  .map(([verb, spec]) => ({ ...spec, verb }));
