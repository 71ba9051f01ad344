import * as contract from "../../../../worker/contract/v1/admin/settings/license-agreements.ts";
import * as platform from "../../../../worker/domain/platform/index.ts";
import { serveAll, travelling } from "../../../../worker/http/serve.ts";

export const routes = serveAll(contract, {
  listLicenseAgreements: travelling((ctx) => platform.listLicenseAgreements(ctx)),
  getLicenseVersion: (ctx, { params }) => platform.getLicenseVersion(ctx, params.version),
  listLicenseConsents: travelling((ctx, { params, query }) => platform.listLicenseConsents(ctx, params.version, query)),
  createLicenseAgreement: (ctx, { body }) => platform.createLicenseAgreement(ctx, body),
  deleteLicenseAgreement: (ctx, { params }) => platform.deleteLicenseAgreement(ctx, params.version),
});
