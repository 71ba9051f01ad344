/**
 * Reads across modules: search, the console's overview and the checklist of a new shop. Nothing is written but the
 * cached results of the checklist.
 */
export { getOverview, getPermittedOverview, type Overview } from "./overview/get-overview.ts";
export { checkReadiness, type Readiness } from "./readiness/check-readiness.ts";
export { searchConsole, type SearchGroup } from "./search-console.ts";
export { type SearchResults, searchEverything } from "./search-everything.ts";
