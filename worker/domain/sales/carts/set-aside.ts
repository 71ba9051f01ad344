import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { Ctx, ReadCtx } from "../../context.ts";
import { currentUserId } from "../../current-user.ts";
import { maybeOne, type RowOf } from "../../sql.ts";
import { addCartLines } from "./add-lines.ts";

const setAsideProducts = () => z.object({ products: z.record(z.string(), z.int()) });
export type SetAsideCart = RowOf<typeof setAsideProducts>;

/** Products that the user set aside to accept quotes; undefined without any, and while the open cart holds a quote. */
export const findSetAsideCart = (ctx: ReadCtx): Promise<SetAsideCart | undefined> =>
  maybeOne(
    ctx,
    setAsideProducts,
    sql`
    select jsonb_object_agg(id, quantity) as products
    from (
      select item.key as id, max(item.value::int) as quantity
      from carts c cross join lateral jsonb_each_text(c.set_aside) item
      where c.user_id = ${currentUserId(ctx)} and not exists (
        select 1 from carts open where open.user_id = c.user_id and not open.is_complete and open.quoted is not null
      )
      group by item.key
    ) items
    having count(*) > 0`,
  );

/**
 * Adds the products that were set aside to the open cart, if it still has the `version` that the user saw. `requested`
 * is 0 if they were restored before. @throws the errors of `addCartLines`
 */
export async function restoreCart(ctx: Ctx, version: string): Promise<{ added: number; requested: number }> {
  const setAsideCart = await findSetAsideCart(ctx);
  if (!setAsideCart) return { added: 0, requested: 0 };
  const ids = await addCartLines(ctx, setAsideCart.products, { version, is_restored: true });
  return { added: ids.length, requested: Object.keys(setAsideCart.products).length };
}
