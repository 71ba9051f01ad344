import { endpoints } from "../../worker/contract/index.ts";
import { pages } from "../../worker/contract/pages.ts";
import type { Route } from "../../worker/http/app-env.ts";
import { cacheForVisitors } from "../../worker/http/cache.ts";
import { toTypedClient } from "../../worker/http/description/typed-client.ts";
import { send } from "../../worker/http/middleware/headers.ts";

export const clientFile: Route = {
  method: "GET",
  path: pages.docsClient,
  handle: cacheForVisitors("release", (c) =>
    send(c, toTypedClient(endpoints), 200, { type: "text/plain; charset=UTF-8" }),
  ),
};
