import { query } from "../../tests/support/database.ts";

export async function selectId(sql: string, values: unknown[] = []): Promise<string> {
  const [row] = await query<{ id: string }>(sql, values);
  if (!row) throw new Error(`the demonstration data has nothing for: ${sql}`);
  return row.id;
}
