import { z } from "zod";
import type { Query } from "../database.ts";
import type { SentStatement } from "../statement-recorder.ts";

type PlanNode = { "Node Type": string; "Relation Name"?: string | undefined; Plans?: PlanNode[] | undefined };
const planNode: z.ZodType<PlanNode> = z.lazy(() =>
  z.looseObject({
    "Node Type": z.string(),
    "Relation Name": z.string().optional(),
    Plans: z.array(planNode).optional(),
  }),
);
const planSchema = z.tuple([z.looseObject({ Plan: planNode })]);
const timedSchema = z.tuple([z.looseObject({ "Execution Time": z.number() })]);

/** Tables that PostgreSQL would scan completely for a statement with its values. */
export async function findScannedTables(query: Query, { query: text, params }: SentStatement): Promise<string[]> {
  const [row] = await query<{ "QUERY PLAN": unknown }>(`explain (format json) ${text}`, params);
  const [{ Plan }] = planSchema.parse(row?.["QUERY PLAN"]);
  return flattenPlan(Plan).flatMap((node) => (node["Node Type"] === "Seq Scan" ? [node["Relation Name"] ?? ""] : []));
}

const flattenPlan = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(flattenPlan)];

/** Runs a statement and returns its duration in the database, in milliseconds. */
export async function measureExecution(query: Query, statement: SentStatement): Promise<number> {
  const text = `explain (analyze, timing off, format json) ${statement.query}`;
  const [row] = await query<{ "QUERY PLAN": unknown }>(text, statement.params);
  return timedSchema.parse(row?.["QUERY PLAN"])[0]["Execution Time"];
}
