export { flowpointVersions, pluginsBuilds } from "./tasks.ts";
