import * as contract from "../../../worker/contract/v1/admin/software.ts";
import * as software from "../../../worker/domain/software/index.ts";
import { serveAll, travelling } from "../../../worker/http/serve.ts";

export const routes = serveAll(contract, {
  getAdminSoftware: (ctx, { params }) => software.getAdminSoftware(ctx, params.name),
  createSoftware: (ctx, { body }) => software.createSoftware(ctx, body),
  updateSoftware: (ctx, { params, body }) => software.updateSoftware(ctx, params.name, body),
  listPlugins: travelling((ctx, { query }) => software.listPlugins(ctx, query)),
  getPlugin: (ctx, { params }) => software.getPlugin(ctx, params.id),
  linkPlugin: (ctx, { params, body }) => software.linkPlugin(ctx, params.id, body),
  listVersions: travelling((ctx, { query }) => software.listVersions(ctx, query)),
  getVersion: (ctx, { params }) => software.getVersion(ctx, params.id),
  listVersionDependencies: (ctx, { params }) => software.listVersionDependencies(ctx, params.id),
  listDependencies: travelling((ctx, { query }) => software.listDependencies(ctx, query)),
  getDependency: (ctx, { params }) => software.getDependency(ctx, params.id),
  updateVersion: (ctx, { params, body }) => software.updateVersion(ctx, params.id, body),
  publishVersion: (ctx, { params, body }) => software.publishVersion(ctx, params.id, body?.check),
});
