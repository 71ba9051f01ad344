// What the console's forms say by SKU and email address.
import { sql } from "drizzle-orm";
import { BadRequest } from "../../../contract/errors.ts";
import type { InputOf } from "../../../contract/endpoint.ts";
import type * as contract from "../../../contract/v1/admin/quotes.ts";
import { isSold } from "../../catalog/index.ts";
import type { Ctx } from "../../context.ts";
import { hasPermission } from "../../permissions.ts";
import { idRow, many, maybeOne, texts } from "../../sql.ts";
import * as z from "zod/mini";
import type { AdminQuote } from "./read-quotes.ts";
import { createQuote, sendQuote, updateQuote } from "./send-quote.ts";

const refused = (field: string, message: string) => new BadRequest([{ code: "custom", path: [field], message }]);

const product = () => z.object({ id: z.string(), sku: z.string() });

/** Product ids by SKU in upper case. Throws BadRequest about `field` for a SKU of nothing that is sold. */
async function idsOf(ctx: Ctx, skus: readonly string[], field: string): Promise<Map<string, string>> {
  const rows = await many(
    ctx,
    product,
    sql`select p.id, upper(p.sku) as sku from products p where upper(p.sku) = any(${texts(skus)}) and ${isSold}`,
  );
  const ids = new Map(rows.map(({ id, sku }) => [sku, id]));
  const unknown = skus.find((sku) => !ids.has(sku));
  if (unknown !== undefined) throw refused(field, `No product that is sold has the SKU ${unknown}.`);
  return ids;
}

type Start = { email: string; products: string; note?: string | null | undefined };

/** `products` has a line for each: SKU and quantity. */
export async function startQuote(ctx: Ctx, { email, products, note }: Start): Promise<AdminQuote> {
  const user = await maybeOne(
    ctx,
    idRow,
    sql`
    select u.id from users u
    where lower(u.email) = ${email} and u.is_active and ${hasPermission("u.roles", "buy")}`,
  );
  if (!user) throw refused("email", "Nobody who may buy has this address.");
  const typed = products.split("\n").flatMap((each) => each.trim() || []);
  const parsed = typed.map((text) => /^(?<sku>\S+)[\s,;]+(?<quantity>\d{1,5})$/.exec(text)?.groups);
  const wrong = parsed.findIndex((groups) => groups === undefined);
  if (typed.length === 0) throw refused("products", "Add a product.");
  if (wrong >= 0) throw refused("products", `Line ${wrong + 1} is not a SKU and a quantity.`);
  const asked = parsed.flatMap((groups) => {
    const { sku = "", quantity = "" } = groups ?? {};
    return [{ sku: sku.toUpperCase(), quantity: Number(quantity) }];
  });
  if (asked.some(({ quantity }) => quantity < 1 || quantity > 10_000))
    throw refused("products", "Quantities are 1 to 10,000.");
  const ids = await idsOf(
    ctx,
    asked.map(({ sku }) => sku),
    "products",
  );
  if (new Set(asked.map(({ sku }) => sku)).size < asked.length) throw refused("products", "Name each product once.");
  const lines = asked.map(({ sku, quantity }) => ({ product_id: ids.get(sku) ?? "", quantity }));
  return createQuote(ctx, { user_id: user.id, lines, note });
}

type Draft = InputOf<typeof contract.updateQuote>["body"] & {
  added_sku?: string | undefined;
  added_quantity?: number | undefined;
  added_price: number | null;
  /** Sends what was saved. */
  send?: boolean | undefined;
};

export async function saveDraft(
  ctx: Ctx,
  id: string,
  { added_sku, added_quantity, added_price, send, ...draft }: Draft,
): Promise<AdminQuote> {
  const lines = draft.lines.filter(({ quantity }) => quantity > 0);
  if (added_sku) {
    const sku = added_sku.toUpperCase();
    const product_id = (await idsOf(ctx, [sku], "added_sku")).get(sku) ?? "";
    if (lines.some((line) => line.product_id === product_id))
      throw refused("added_sku", "This product is in the quote already.");
    if (added_price === null) throw refused("added_price", "Enter its price.");
    lines.push({ product_id, quantity: added_quantity || 1, price: added_price });
  }
  if (lines.length === 0) throw refused("added_sku", "A quote needs a product.");
  const saved = await updateQuote(ctx, id, { ...draft, lines });
  return send ? sendQuote(ctx, id, { updated_at: saved.updated_at }) : saved;
}
