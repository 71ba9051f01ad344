import * as contract from "../worker/contract/ops.ts";
import { getMetrics } from "../worker/domain/platform/index.ts";
import { send } from "../worker/http/middleware/headers.ts";
import { byHand, serveAll } from "../worker/http/serve.ts";

export const routes = serveAll(contract, {
  getHealth: async (_ctx) => {},
  getMetrics: byHand(async (ctx, _input, c) => {
    const token = c.req.header("authorization")?.match(/^Bearer (\S+)$/i)?.[1];
    const lines = (await getMetrics(ctx, { token })).map(
      ({ name, help, type, value }) => `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${name} ${value}\n`,
    );
    return send(c, lines.join(""), 200, { type: "text/plain; version=0.0.4; charset=utf-8" });
  }),
  getOpenapi: byHand(async ({ settings }, _input, c) => {
    const { toOpenapi } = await import("../worker/http/description/openapi.ts");
    const { endpoints } = await import("../worker/contract/index.ts");
    return send(c, JSON.stringify(toOpenapi(endpoints, settings.PUBLIC_URL)), 200, { type: "application/json" });
  }),
});
