import { versionHeader } from "../../../worker/contract/paths.ts";
import * as contract from "../../../worker/contract/v1/sso/license-agreement.ts";
import { agreeToLicense, getLicenseAgreement } from "../../../worker/domain/platform/index.ts";
import { addHeader, send } from "../../../worker/http/middleware/headers.ts";
import { serveAll } from "../../../worker/http/serve.ts";

export const routes = serveAll(contract, {
  getLicenseAgreement: async (ctx, _input, c) => {
    const { version, html } = await getLicenseAgreement(ctx);
    addHeader(c, versionHeader, version);
    return send(c, html, 200, { type: "text/html; charset=UTF-8" });
  },
  agreeToLicense: (ctx, { body }) => agreeToLicense(ctx, body),
});
