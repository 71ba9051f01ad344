import { parseArgs } from "node:util";
import { Client } from "pg";
import { runCommand } from "../run-command.ts";
import { readTarget, CommandError } from "../target.ts";
import { fetchBucketAnchors, parseAnchors, saveAnchor } from "./anchors.ts";
import { readEntries, readHead } from "./read-entries.ts";
import { verifyChain } from "../../worker/domain/platform/audit/chain/walk.ts";

/**
 * `npm run audit:verify -- --env production [--anchor seq:hash] [--anchors file]` reports changed, inserted and removed
 * entries, including a removed last entry, with exit code 1.
 */
await runCommand(async (args) => {
  const { values } = parseArgs({
    args,
    strict: false,
    options: { anchor: { type: "string", multiple: true }, anchors: { type: "string", multiple: true } },
  });
  const fromArguments = parseAnchors(toStrings(values.anchor), toStrings(values.anchors));
  const target = await readTarget(args, process.env);
  const { DATABASE_URL } = target.settings;
  if (!DATABASE_URL) throw new CommandError("Set DATABASE_URL: the worker's own role may read the log.");
  const now = new Date();
  const savedAnchors = await fetchBucketAnchors(target, now);
  const client = new Client({ connectionString: DATABASE_URL });
  await client.connect();
  try {
    // one snapshot: entries added meanwhile are invisible
    await client.query("begin isolation level repeatable read read only");
    const anchors = [...fromArguments, ...(savedAnchors ?? [])];
    const { problems, entries, head } = await verifyChain(readEntries(client), await readHead(client), anchors);
    for (const problem of problems) console.log(problem);
    if (problems.length > 0) return 1;
    const isSaved = await saveAnchor(target, head, now);
    console.log(`${entries} entries are whole, and so they were at ${anchors.length} anchors.`);
    console.log(
      `The last is ${head.seq}:${head.hash}${isSaved ? ", saved in the bucket" : ": save this line elsewhere"}.`,
    );
    return 0;
  } finally {
    await client.end();
  }
});

function toStrings(values: unknown): string[] {
  return Array.isArray(values) ? values.filter((each) => typeof each === "string") : [];
}
