import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { Client } from "pg";
import { legalKinds } from "./enums.ts";

const usage = `Usage: DATABASE_URL=postgres://... npm run db:text -- --kind ${legalKinds.join("|")} --version TEXT
  --title TEXT --file FILE.html

Publishes a version of one of the shop's texts. It holds from now on; earlier versions stay, because orders name the terms
of sale that were accepted. A version that is there already is not changed.`;

const { values } = parseArgs({
  options: {
    kind: { type: "string" },
    version: { type: "string" },
    title: { type: "string" },
    file: { type: "string" },
  },
});

const { DATABASE_URL } = process.env;
const { version, title, file } = values;
const kind = legalKinds.find((known) => known === values.kind);
if (!DATABASE_URL || !kind || !version || !title || !file) {
  console.error(usage);
  process.exit(1);
}

const client = new Client({ connectionString: DATABASE_URL });
await client.connect();
const { rowCount } = await client.query(
  "insert into legal_texts (kind, version, title, html) values ($1, $2, $3, $4) on conflict do nothing",
  [kind, version, title, readFileSync(file, "utf8")],
);
await client.end();
console.log(rowCount ? `${title}, version ${version}, holds now.` : `Nothing changed: version ${version} is there.`);
