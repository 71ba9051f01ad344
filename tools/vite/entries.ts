import { globSync } from "node:fs";

/** The stylesheets that a page may link, by the name that a layout gives. */
export const stylesheets = {
  account: "worker/ui/account.css",
  admin: "worker/ui/admin.css",
  docs: "worker/ui/docs.css",
  site: "worker/ui/site.css",
};

/** The scripts that are no island, by the name that `virtual:assets` has for them. */
export const scripts = {
  early: "islands/early.ts",
  lists: "islands/lists.ts",
  reference: "islands/reference.ts",
  buttons: "islands/buttons.ts",
  console: "islands/console.ts",
  errors: "islands/errors.ts",
};

export const islandPrefix = "virtual:island/";

// Every file directly in an area's folder is an island; ui and lib hold what islands share.
const islandFiles = globSync("islands/{account,store,portal,admin,design}/*.tsx").toSorted();
export const islandNames = islandFiles.map((file) => file.replace(/^islands\/|\.tsx$/g, "").replaceAll("\\", "/"));

// those of /design are never deployed
const builtIslands = islandNames.filter((name) => process.env.LOCAL_PAGES === "true" || !name.startsWith("design/"));

/** What the build for the browser begins at. */
export const clientInput = [
  ...Object.values(stylesheets),
  ...Object.values(scripts),
  ...builtIslands.map((name) => islandPrefix + name),
];
