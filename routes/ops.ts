import * as contract from "../worker/contract/ops.ts";
import { probeServices, getMetrics, toSamples } from "../worker/domain/platform/index.ts";
import { send } from "../worker/http/middleware/headers.ts";
import { httpHandler, serveAll } from "../worker/http/serve.ts";

/** OpenAPI texts by public address; cached, because making one blocks the isolate for a quarter of a second. */
const openapiTexts = new Map<string, string>();

export const routes = serveAll(contract, {
  getHealth: httpHandler(async (ctx, { query }, c) => {
    const failingServices = query.deep ? await probeServices(ctx, c.env.monitor.probeQueue) : [];
    // the edge must not cache an outage or hide it
    const kind = { type: "application/json", no_store: true };
    if (failingServices.length === 0)
      return send(c, JSON.stringify({ success: true, version: c.env.version }), 200, kind);
    const message = `Not available: ${failingServices.join(", ")}.`;
    return send(c, JSON.stringify({ success: false, errcode: "SERVICE_UNAVAILABLE", message }), 503, kind);
  }),
  getMetrics: httpHandler(async (ctx, _input, c) => {
    const token = c.req.header("authorization")?.match(/^Bearer (\S+)$/i)?.[1];
    const { metrics, requests } = await getMetrics(ctx, { token });
    const lines = metrics.map(
      ({ name, help, type, value }) => `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${name} ${value}\n`,
    );
    return send(c, lines.join("") + (requests ? toSamples(requests) : ""), 200, {
      type: "text/plain; version=0.0.4; charset=utf-8",
    });
  }),
  getOpenapi: httpHandler(async ({ settings: { PUBLIC_URL } }, _input, c) => {
    const { toOpenapi } = await import("../worker/http/description/openapi.ts");
    const { endpoints } = await import("../worker/contract/index.ts");
    const text = openapiTexts.get(PUBLIC_URL) ?? JSON.stringify(toOpenapi(endpoints, PUBLIC_URL));
    openapiTexts.set(PUBLIC_URL, text);
    return send(c, text, 200, { type: "application/json" });
  }),
});
