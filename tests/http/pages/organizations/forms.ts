import type { Client } from "../../../support/client.ts";
import { query } from "../../../support/database.ts";

export const post = (client: Client, path: string, fields: Record<string, string>) =>
  client.fetch(path, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams(fields).toString(),
  });

export const readOrganization = async (id: string) => {
  const [row] = await query<Record<string, unknown>>("select * from organizations where id = $1", [id]);
  return row;
};
