// Baseline for reads: one row without framework, Drizzle and contract.
import { neon, neonConfig } from "@neondatabase/serverless";

let sql;

function connect(env) {
  if (env.NEON_FETCH_ENDPOINT) neonConfig.fetchEndpoint = env.NEON_FETCH_ENDPOINT;
  return neon(env.DATABASE_URL);
}

export default {
  async fetch(request, env) {
    sql ??= connect(env);
    const id = new URL(request.url).searchParams.get("id");
    const [user] = await sql`
      select id, org_id, email, first_name, last_name, phone, roles, is_active, created_at, updated_at
      from users where id = ${id}`;
    return user ? Response.json(user) : new Response("no such user", { status: 404 });
  },
};
