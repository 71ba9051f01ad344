export { type Found, searchEverything } from "./search-everything.ts";
export { type SearchGroup, searchConsole } from "./search-console.ts";
