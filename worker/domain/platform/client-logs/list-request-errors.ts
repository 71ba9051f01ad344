import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { ReadCtx } from "../../context.ts";
import { many } from "../../sql.ts";

const requestError = () => z.object({ id: z.string(), message: z.string(), page: z.nullable(z.string()) });

export const listRequestErrors = (
  ctx: ReadCtx,
  requestId: string,
): Promise<z.output<ReturnType<typeof requestError>>[]> =>
  many(
    ctx,
    requestError,
    sql`select id, message, page from client_errors where request_id = ${requestId} order by last_seen_at desc`,
  );
