export { checkPluginLink, type LinkCheck } from "./check-link.ts";
export { checkPublication, type PublishCheck } from "./check-publication.ts";
export { type AdminSoftware, getSoftwareHistory, listAdminSoftware, type SoftwareHistory } from "./list-software.ts";
export { getVersionGraph, type VersionGraph } from "./version-graph.ts";
