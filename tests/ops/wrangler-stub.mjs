#!/usr/bin/env node
// Stands in for wrangler: remembers how it was called in WRANGLER_STUB_LOG and answers as the real one does, in the words of
// developers.cloudflare.com/workers/wrangler/commands/workers. WRANGLER_STUB_CURRENT is the version that is deployed, if any.
import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";

const args = process.argv.slice(2);
const { WRANGLER_STUB_LOG = "", WRANGLER_STUB_CURRENT = "", WRANGLER_OUTPUT_FILE_PATH = "" } = process.env;
const file = args[args.indexOf("--secrets-file") + 1] ?? "";
const secrets =
  args.includes("--secrets-file") && existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined;
appendFileSync(WRANGLER_STUB_LOG, `${JSON.stringify({ args, secrets })}\n`);

const version_id = "0b1d4f3e-9d3c-4b55-8f4e-2a7f1c9e0002";
const [first, second] = args;
if (first === "deployments" && second === "status") {
  if (!WRANGLER_STUB_CURRENT) {
    console.error(
      "✘ [ERROR] A request to the Cloudflare API failed.\n  This Worker does not exist on your account. [code: 10007]",
    );
    process.exit(1);
  }
  console.log(JSON.stringify({ versions: [{ version_id: WRANGLER_STUB_CURRENT, percentage: 100 }] }, null, 2));
}
if (first === "deploy" || (first === "versions" && second === "upload")) {
  const type = first === "deploy" ? "deploy" : "version-upload";
  writeFileSync(
    WRANGLER_OUTPUT_FILE_PATH,
    `${JSON.stringify({ type: "wrangler-session" })}\n${JSON.stringify({ type, version_id })}\n`,
  );
}
