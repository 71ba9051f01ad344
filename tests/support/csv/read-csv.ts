import { Client, type Connection } from "pg";
import { databaseUrl } from "../database.ts";

// A part of node-postgres for COPY that its types omit (https://github.com/brianc/node-pg-copy-streams also uses
// it).
type CopyConnection = Connection & { sendCopyFromChunk(chunk: Buffer): void; endCopyFrom(): void };

function copyIn(client: Client, statement: string, content: string): Promise<void> {
  return new Promise((resolve, reject) => {
    client.query({
      submit: (connection: Connection) => connection.query(statement),
      handleCopyInResponse(connection: CopyConnection) {
        connection.sendCopyFromChunk(Buffer.from(content));
        connection.endCopyFrom();
      },
      handleCommandComplete() {},
      handleReadyForQuery: () => resolve(),
      handleError: reject,
    });
  });
}

/** Removes quotation marks from a file, for tests whose texts contain no separators. */
export const removeQuotes = (csv = ""): string => csv.replaceAll('"', "");

/**
 * Rows of a CSV file as PostgreSQL's COPY reads them, which refuses rows of different lengths, unterminated quotes and
 * mixed line ends (https://www.postgresql.org/docs/18/sql-copy.html, "CSV Format"). A byte order mark is removed
 * first.
 */
export async function readCsv(file: string): Promise<{ head: string[]; rows: string[][] }> {
  const text = file.replace(/^\uFEFF/, "");
  const head = removeQuotes(text.split("\r\n", 1)[0]).split(",");
  const columns = head.map((_, at) => `c${at}`);
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(`create temp table csv (line serial, ${columns.map((name) => `${name} text`).join(", ")})`);
    await copyIn(client, `copy csv (${columns.join(", ")}) from stdin with (format csv, header true)`, text);
    const { rows } = await client.query<{ cells: string[] }>(
      `select array[${columns.map((name) => `coalesce(${name}, '')`).join(", ")}] as cells from csv order by line`,
    );
    return { head, rows: rows.map(({ cells }) => cells) };
  } finally {
    await client.end();
  }
}
