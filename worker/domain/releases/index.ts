export { hasBought, isItsProduct, mayHave } from "./audience.ts";
export { addVersion } from "./add-version.ts";
export { publishVersion, updateVersion } from "./change-version.ts";
export { linkPlugin } from "./link-plugin.ts";
export { createSoftware, updateSoftware } from "./manage-software.ts";
export {
  getDependency,
  getPlugin,
  listDependencies,
  listPlugins,
  listVersionDependencies,
  type Plugin,
} from "./list-named.ts";
export { getAdminSoftware, getVersion, listVersions, type Version } from "./list-versions.ts";
export { canBeHad, checkOf, neededBy, refusalOf, versionState } from "./publication.ts";
