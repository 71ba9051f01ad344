export { addVersion } from "./add-version.ts";
export { publishVersion, updateVersion } from "./change-version.ts";
export { checkPluginLink, type LinkCheck } from "./check-link.ts";
export { checkPublication, type PublishCheck } from "./check-publication.ts";
export { linkPlugin } from "./link-plugin.ts";
export { getDependency, getPlugin, listDependencies, listPlugins, listVersionDependencies } from "./list-named.ts";
export { type AdminSoftware, getSoftwareHistory, listAdminSoftware, type SoftwareHistory } from "./list-software.ts";
export { getAdminSoftware, getVersion, listVersions, type Version } from "./list-versions.ts";
export { getVersionGraph, type VersionGraph } from "./version-graph.ts";
