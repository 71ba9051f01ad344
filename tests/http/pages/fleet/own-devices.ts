import { type Actor, signedIn } from "../../../support/actors.ts";
import type { Client } from "../../../support/client.ts";
import { query } from "../../../support/database.ts";
import { postForm } from "../../../support/forms.ts";

export const signInBuyer = (org_id?: string) => signedIn({ roles: ["buyer", "user"], ...(org_id && { org_id }) });

export async function insertDevice(org_id: string, product_id: string, serial: string): Promise<string> {
  const [row] = await query<{ id: string }>(
    "insert into devices (org_id, product_id, serial) values ($1, $2, $3) returning id",
    [org_id, product_id, serial],
  );
  return row?.id ?? "";
}

export const postSerials = (client: Client, path: string, serials: string[] = []) =>
  postForm(
    client,
    path,
    serials.map((serial) => ["serials", serial]),
  );

export const listSerials = async ({ user }: Actor) =>
  (await query("select serial from devices where org_id = $1 and not is_deleted order by serial", [user.org_id])).map(
    ({ serial }) => serial,
  );
