export { type Found, searchEverything } from "./search-everything.ts";
