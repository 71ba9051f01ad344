// `npm run client -- <path>` writes the typed client of the API; the default folder is dist.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { endpoints } from "../../worker/contract/index.ts";
import { toTypedClient } from "../../worker/http/description/typed-client.ts";

const path = resolve(process.argv[2] ?? "dist/crunchbox.ts");
mkdirSync(dirname(path), { recursive: true });
writeFileSync(path, toTypedClient(endpoints));
console.log(`Wrote ${path}: ${endpoints.length} calls.`);
