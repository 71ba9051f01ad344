import * as contract from "../../../worker/contract/v1/client/plugins.ts";
import { getPluginManifest, pluginOffer } from "../../../worker/domain/software/index.ts";
import { serveAll, withPreload } from "../../../worker/http/serve.ts";

export const routes = serveAll(contract, {
  getPluginManifest: withPreload(pluginOffer, async (ctx, { query }, _c, offer) => {
    if (!offer) throw new Error("a manifest was asked for without a session");
    return getPluginManifest(ctx, query, offer);
  }),
});
