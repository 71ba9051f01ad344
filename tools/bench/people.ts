import { createHash, randomBytes } from "node:crypto";
import { Client } from "pg";
import type { VerificationScope } from "../../db/enums.ts";
import { verificationCode } from "../../worker/domain/platform/index.ts";

export interface BenchUser {
  user_id: string;
  headers: { cookie: string };
  /** Path of a mailed link below `/setup` or `/verify`. */
  setup_link: string;
  reset_link: string;
}

/** Inserts a user with a session and mailed links, without the cost of hashing a password. */
export async function createBenchUser(databaseUrl: string, pepper: string): Promise<BenchUser> {
  const client = new Client({ connectionString: databaseUrl, ssl: false });
  await client.connect();
  try {
    const user_id = await insertUser(client);
    const link = async (scope: VerificationScope) =>
      `${user_id}/${await verificationCode(pepper, await insertCode(client, user_id, scope))}`;
    return {
      user_id,
      headers: { cookie: `__Host-session=${await insertSession(client, user_id)}` },
      setup_link: await link("verify:user-setup"),
      reset_link: await link("verify:email-password-reset"),
    };
  } finally {
    await client.end();
  }
}

async function insertUser(client: Client): Promise<string> {
  const name = `Bench ${randomBytes(6).toString("hex")}`;
  return insert(
    client,
    `with org as (insert into organizations (name) values ($1) returning id)
     insert into users (org_id, email, first_name, last_name, roles, agreed_at)
     select id, replace(lower($1), ' ', '-') || '@bench.test', 'Ada', 'Okafor', '{org,user}', now() from org returning id`,
    [name],
  );
}

async function insertSession(client: Client, userId: string): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  const hash = createHash("sha256").update(token).digest();
  const text = `insert into sessions (token_hash, kind, user_id, expires_at) values ($1, 'cookie', $2, now() + interval '1 day') returning id`;
  await insert(client, text, [hash, userId]);
  return token;
}

const insertCode = (client: Client, userId: string, scope: VerificationScope) =>
  insert(
    client,
    "insert into verification_codes (user_id, scope, expires_at) values ($1, $2, now() + interval '1 day') returning id",
    [userId, scope],
  );

async function insert(client: Client, text: string, values: unknown[]): Promise<string> {
  const { rows } = await client.query<{ id: string }>(text, values);
  if (!rows[0]) throw new Error("nothing was inserted");
  return rows[0].id;
}
