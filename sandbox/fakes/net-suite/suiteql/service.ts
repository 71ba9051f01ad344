import { type Context, Hono } from "hono";
import { z } from "zod";
import type { SandboxEnv } from "../../service.ts";
import type { Faults } from "../../faults.ts";
import { Problem } from "../records/problem.ts";
import type { Preferences } from "../store/preferences.ts";
import type { Store } from "../store/store.ts";
import { PagingFaults } from "./mishaps.ts";
import { type QueryPage, type Paging, parsePaging, maxRows } from "./paging.ts";
import { expandStatuses, requireSuiteQl, toProblem } from "./statement.ts";

const bodySchema = z.object({ q: z.string().min(1).max(32_000) });
const answerSchema = z.strictObject({
  links: z.array(z.object({ rel: z.string(), href: z.string() })),
  count: z.int().min(0),
  hasMore: z.boolean(),
  items: z.array(z.record(z.string(), z.union([z.string(), z.number(), z.array(z.never())]))),
  offset: z.int().min(0),
  totalResults: z.int().min(0),
});

/**
 * docs.oracle.com/en/cloud/saas/netsuite/ns-online-help/section_157909186990.html. PostgreSQL runs the statement with
 * the page's OFFSET and LIMIT appended; values are texts (in some accounts numbers), and nulls are omitted, as in
 * NetSuite.
 */
export function suiteQlService(store: Store, faults: Faults, preferences: Preferences) {
  const pagingFaults = new PagingFaults(store, faults);
  return new Hono<SandboxEnv>().post("/suiteql", async (c) => {
    if (!/\btransient\b/.test(c.req.header("prefer") ?? ""))
      throw new Problem(400, "INVALID_HEADER", "The header Prefer: transient is required.", "Prefer");
    const body = bodySchema.safeParse(await c.req.json().catch(() => undefined));
    if (!body.success) throw new Problem(400, "INVALID_CONTENT", "The parameter q is missing.", "q");
    const paging = parsePaging((name) => c.req.query(name));
    requireSuiteQl(body.data.q, preferences.hidden);
    const queryPage = await pagingFaults.around(body.data.q, paging, (page) =>
      runQuery(store, expandStatuses(body.data.q), page, preferences.has_numeric_values),
    );
    return c.json(toAnswer(c, paging, queryPage));
  });
}

async function runQuery(
  store: Store,
  statement: string,
  { limit, offset }: Paging,
  isNumeric: boolean,
): Promise<QueryPage> {
  try {
    const rows = await store.read(`${statement} offset ${offset} limit ${limit + 1}`, isNumeric);
    const [countRow] = await store.read(`select count(*) as n from (${statement} limit ${maxRows + 1}) counted`);
    const total = Number(countRow?.["n"]);
    if (total > maxRows)
      throw new Problem(400, "INVALID_PARAMETER", `The query finds more than ${maxRows} results.`, "q");
    return { rows: rows.slice(0, limit), total, hasMore: rows.length > limit };
  } catch (error) {
    throw toProblem(error);
  }
}

function toAnswer(c: Context<SandboxEnv>, { offset }: Paging, { rows, total, hasMore }: QueryPage) {
  const items = rows.map((row) => ({
    links: [],
    ...Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)),
  }));
  const links = [{ rel: "self", href: c.req.url }];
  return answerSchema.parse({ links, count: items.length, hasMore, items, offset, totalResults: total });
}
