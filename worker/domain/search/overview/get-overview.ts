import * as z from "zod/mini";
import { overviewShape, overviewWeek } from "../../../contract/entities/overview.ts";
import type { ReadCtx } from "../../context.ts";
import { maybeOne, many } from "../../sql.ts";
import { waitingNumbers } from "./waiting-numbers.ts";
import { weekNumbers } from "./week-numbers.ts";

const overview = z.object(overviewShape);
export type Overview = z.output<typeof overview>;

/**
 * Numbers of the console's first page, each the count of a filtered list. Two statements, batched with the session
 * lookup; amounts in US cents, weeks from Monday to Sunday in the viewer's time zone.
 */
export async function getOverview(ctx: ReadCtx): Promise<Overview> {
  const [numbers, weeks] = await Promise.all([
    maybeOne(ctx, () => z.omit(overview, { weeks: true }), waitingNumbers),
    many(ctx, () => overviewWeek, weekNumbers(ctx)),
  ]);
  if (!numbers) throw new Error("the numbers of the shop were answered by nothing");
  return { ...numbers, weeks };
}
