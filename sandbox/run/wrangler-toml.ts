import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { root } from "../process/settings.ts";

const schema = z.object({
  compatibility_date: z.string(),
  compatibility_flags: z.array(z.string()).default([]),
  "triggers.crons": z.array(z.string()).default([]),
});

/** Settings of wrangler.toml that the deployment and the local runtime share. */
export interface DeploymentSettings {
  compatibilityDate: string;
  compatibilityFlags: string[];
  crons: string[];
}

export function readDeployment(path = join(root, "wrangler.toml")): DeploymentSettings {
  const settings = schema.parse(Object.fromEntries(readEntries(readFileSync(path, "utf8"))));
  return {
    compatibilityDate: settings.compatibility_date,
    compatibilityFlags: settings.compatibility_flags,
    crons: settings["triggers.crons"],
  };
}

// Parses only the forms of TOML that wrangler.toml uses for these settings.
function readEntries(text: string): [string, unknown][] {
  const entries: [string, unknown][] = [];
  let table = "";
  const withoutComments = text.replace(/("[^"\n]*")|#.*$/gm, "$1");
  const joinedLists = withoutComments.replace(/=\s*\[[^\]]*\]/g, (list) => list.replace(/\s+/g, " "));
  for (const line of joinedLists.split("\n")) {
    const header = /^\s*\[+\s*([^\]]+?)\s*\]+\s*$/.exec(line)?.[1];
    if (header !== undefined) table = `${header}.`;
    const [, key, value] = /^\s*([A-Za-z_]+)\s*=\s*("[^"]*"|\[[^\]]*\])/.exec(line) ?? [];
    if (key && value) entries.push([table + key, JSON.parse(value.replace(/,\s*\]$/, "]"))]);
  }
  return entries;
}
