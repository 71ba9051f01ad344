/**
 * Software and firmware: versions, publishing rules and dependencies, imports from the registry, downloads and access.
 * A version is published only when everything it depends on is.
 */
export { type DeviceUpdate, listDeviceUpdates, updatesMax } from "./downloads/bundle/device-updates.ts";
export { uniqueFiles, openDeviceUpdates } from "./downloads/bundle/open-device-updates.ts";
export { downloadFile } from "./downloads/download-file.ts";
export { type DownloadStatistics, getDownloadStatistics } from "./downloads/download-statistics.ts";
export { downloadSoftware, getDownload, openDownload } from "./downloads/get-download.ts";
export { type DeviceBuild, listDeviceBuilds } from "./downloads/list-device-builds.ts";
export { listAdminDownloads, listDownloads, type RecordedDownload } from "./downloads/list-downloads.ts";
export { listOrgProductSoftware } from "./downloads/list-org-product-software.ts";
export { flowpointVersions, pluginsBuilds } from "./import/tasks.ts";
export { findSoftware, listSoftware, type Software } from "./list-software.ts";
export { getPluginManifest } from "./plugin-manifest.ts";
export { updateVersion } from "./releases/change-version.ts";
export { checkPluginLink, findLinkCheckByName, type LinkCheck } from "./releases/check-link.ts";
export { checkPublication, type PublishCheck } from "./releases/check-publication.ts";
export { findVersions, type VersionChoices } from "./releases/find-versions.ts";
export { linkPlugin } from "./releases/link-plugin.ts";
export {
  getDependency,
  getPlugin,
  listDependencies,
  listPlugins,
  listVersionDependencies,
  type Plugin,
} from "./releases/list-named.ts";
export {
  type AdminSoftware,
  getSoftwareHistory,
  listAdminSoftware,
  type SoftwareHistory,
} from "./releases/list-software.ts";
export { getAdminSoftware, getVersion, listVersions, type Version } from "./releases/list-versions.ts";
export { createSoftware, updateSoftware } from "./releases/manage-software.ts";
export {
  findFittingProducts,
  findProductsOfPlugin,
  listLinkChoices,
  listSoftwareAudit,
} from "./releases/named-software.ts";
export { publishVersion, stageVersion } from "./releases/stage-version.ts";
export { getVersionGraph, type VersionGraph } from "./releases/version-graph.ts";
export { getVersionUse, type VersionUse } from "./releases/version-use.ts";
export { withdrawVersion } from "./releases/withdraw-version.ts";
