import { pages } from "../../worker/contract/pages.ts";
import * as contract from "../../worker/contract/v1/flowpoint.ts";
import { serveAll } from "../../worker/http/serve.ts";

export const routes = serveAll(contract, {
  getFlowpointLinks: async ({ settings }) => ({
    FLOWPOINT_DOWNLOAD_LATEST: settings.FLOWPOINT_DOWNLOAD_URL,
    DEVICES: `${settings.MAIN_WEB_URL}/products?type=hardware`,
    SOFTWARE: `${settings.MAIN_WEB_URL}/products?type=software`,
    ACCESSORIES: `${settings.MAIN_WEB_URL}/products?category=Accessories`,
    PROFILE: settings.PUBLIC_URL + pages.profile,
    CRUNCHBOX: settings.MAIN_WEB_URL,
  }),
});
