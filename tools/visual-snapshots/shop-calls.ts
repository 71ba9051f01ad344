import { createHash, randomBytes } from "node:crypto";
import type { Client } from "pg";

type Answer = Record<"approval_id" | "cart_no" | "id" | "updated_at" | "url", string>;
export type Call = (method: string, path: string, body?: object) => Promise<Answer>;

/** The id that a statement selects. @throws if it selects none */
export type FindId = (sql: string, ...values: string[]) => Promise<string>;

export const createCaller =
  (url: string, session: string): Call =>
  async (method, path, body) => {
    const response = await fetch(url + path, {
      method,
      headers: {
        cookie: `__Host-session=${session}`,
        "content-type": "application/json",
        "sec-fetch-site": "same-origin",
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return JSON.parse(text);
  };

export async function createSession(client: Client, userId: string): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  await client.query(
    "insert into sessions (token_hash, kind, user_id, expires_at) values ($1, 'cookie', $2, now() + interval '7 days')",
    [createHash("sha256").update(token).digest(), userId],
  );
  return token;
}
