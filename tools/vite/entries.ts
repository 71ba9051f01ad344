import { globSync } from "node:fs";

/** Stylesheets by the name that a layout uses. */
export const stylesheets = {
  account: "worker/ui/account.css",
  admin: "worker/ui/admin.css",
  docs: "worker/ui/docs.css",
  site: "worker/ui/site.css",
  visitors: "worker/ui/visitors.css",
};

/** Scripts by their name in `virtual:assets`. */
export const scripts = {
  early: "islands/early.ts",
  lists: "islands/lists.ts",
  filters: "islands/filters.ts",
  forms: "islands/forms.ts",
  quantities: "islands/quantities.ts",
  reference: "islands/reference.ts",
  buttons: "islands/buttons.ts",
  mentions: "islands/mentions.ts",
  console: "islands/console.ts",
  search: "islands/search.ts",
  suggestions: "islands/suggestions.ts",
  palette: "islands/palette.ts",
  errors: "islands/errors.ts",
};

export const islandPrefix = "virtual:island/";

// Files directly in an area's folder are islands; ui and lib hold shared code.
const islandFiles = globSync("islands/{account,store,portal,admin,design}/*.tsx").toSorted();
export const islandNames = islandFiles.map((file) => file.replace(/^islands\/|\.tsx$/g, "").replaceAll("\\", "/"));

// Islands of /design are never deployed.
const builtIslands = islandNames.filter((name) => process.env.LOCAL_PAGES === "true" || !name.startsWith("design/"));

export const clientInput = [
  ...Object.values(stylesheets),
  ...Object.values(scripts),
  ...builtIslands.map((name) => islandPrefix + name),
];
