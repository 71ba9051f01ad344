/**
 * Reads across modules: search, the console's overview and the checklist of a new shop. Writes only the cached results
 * of that checklist.
 */
export { getOverview, getPermittedOverview, type Overview } from "./overview/get-overview.ts";
export { checkReadiness, type Readiness } from "./readiness/check-readiness.ts";
export { searchConsole, type SearchGroup } from "./search-console.ts";
export { type SearchResults, searchEverything } from "./search-everything.ts";
