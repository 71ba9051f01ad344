import * as contract from "../../../worker/contract/v1/admin/software.ts";
import * as releases from "../../../worker/domain/releases/index.ts";
import { serveAll, travelling } from "../../../worker/http/serve.ts";

export const routes = serveAll(contract, {
  getAdminSoftware: (ctx, { params }) => releases.getAdminSoftware(ctx, params.name),
  createSoftware: (ctx, { body }) => releases.createSoftware(ctx, body),
  updateSoftware: (ctx, { params, body }) => releases.updateSoftware(ctx, params.name, body),
  listPlugins: travelling((ctx, { query }) => releases.listPlugins(ctx, query)),
  getPlugin: (ctx, { params }) => releases.getPlugin(ctx, params.id),
  linkPlugin: (ctx, { params, body }) => releases.linkPlugin(ctx, params.id, body),
  listVersions: travelling((ctx, { query }) => releases.listVersions(ctx, query)),
  getVersion: (ctx, { params }) => releases.getVersion(ctx, params.id),
  listVersionDependencies: (ctx, { params }) => releases.listVersionDependencies(ctx, params.id),
  listDependencies: travelling((ctx, { query }) => releases.listDependencies(ctx, query)),
  getDependency: (ctx, { params }) => releases.getDependency(ctx, params.id),
  updateVersion: (ctx, { params, body }) => releases.updateVersion(ctx, params.id, body),
  publishVersion: (ctx, { params, body }) => releases.publishVersion(ctx, params.id, body?.check),
});
