import * as contract from "../../../../worker/contract/v1/admin/settings/license-agreements.ts";
import * as legal from "../../../../worker/domain/legal/index.ts";
import { serveAll, travelling } from "../../../../worker/http/serve.ts";

export const routes = serveAll(contract, {
  listLicenseAgreements: travelling((ctx) => legal.listLicenseAgreements(ctx)),
  getLicenseVersion: (ctx, { params }) => legal.getLicenseVersion(ctx, params.version),
  listLicenseConsents: travelling((ctx, { params, query }) => legal.listLicenseConsents(ctx, params.version, query)),
  createLicenseAgreement: (ctx, { body }) => legal.createLicenseAgreement(ctx, body),
  deleteLicenseAgreement: (ctx, { params }) => legal.deleteLicenseAgreement(ctx, params.version),
});
