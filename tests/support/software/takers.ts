import { randomUUID } from "node:crypto";
import { query } from "../database.ts";

/** Buckets of ids in a version's rollout: the first 28 bits of the MD5 of id and version, modulo 100. */
export async function queryBuckets(ids: readonly string[], version: { id: string }): Promise<number[]> {
  const rows = await query<{ bucket: number }>(
    "select ('x' || left(md5(id || $2::text), 7))::bit(28)::int % 100 as bucket from unnest($1::text[]) with ordinality t (id, n) order by n",
    [ids, version.id],
  );
  return rows.map(({ bucket }) => bucket);
}

export async function createDevice(org_id: string, product: { id: string }): Promise<string> {
  const [device] = await query<{ id: string }>(
    "insert into devices (org_id, product_id, serial) values ($1, $2, $3) returning id",
    [org_id, product.id, randomUUID().slice(0, 30)],
  );
  return device?.id ?? "";
}

export const makeBetaTester = (user: { id: string }) =>
  query("update users set roles = array['user', 'beta-tester'] where id = $1", [user.id]);
