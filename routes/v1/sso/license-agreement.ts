import { versionHeader } from "../../../worker/contract/paths.ts";
import * as contract from "../../../worker/contract/v1/sso/license-agreement.ts";
import { getLicenseAgreement } from "../../../worker/domain/accounts/index.ts";
import { serve } from "../../../worker/http/serve.ts";

export const licenseAgreementRoutes = [
  serve(contract.getLicenseAgreement, async (ctx, _input, c) => {
    const { version, html } = await getLicenseAgreement(ctx);
    c.header(versionHeader, version);
    return c.html(html);
  }),
];
