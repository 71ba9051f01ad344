export { filePath, newest, newestFirst, reference, versionColumns } from "./builds.ts";
export { decideEntitlement } from "./entitlement.ts";
export { owned, productFacts, productFactsShape } from "./entitlement-rows.ts";
export { findSoftware, listSoftware, type Software } from "./list-software.ts";
export { getPluginManifest, pluginOffer } from "./plugin-manifest.ts";
