import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { ReadCtx } from "../context.ts";
import { containsText } from "../listing.ts";
import { one } from "../sql.ts";
import { isSold, productSearch } from "./product-rows.ts";

/** Minimum trigram similarity of a typed word and its replacement. */
const similarityMin = 0.35;
/** Number of typed words that may be replaced: each is compared with every word of the catalog. */
const wordsMax = 4;

/** Splitting by a regular expression would take five times as long. */
const productWords = sql`
  select distinct btrim(w.word, '.,;:()"') as word
  from products p, string_to_table(lower(p.name || ' ' || coalesce(p.short_description, '')), ' ') w (word)
  where ${isSold}
  union
  select lower(p.sku) from products p where ${isSold} and p.sku is not null`;

/**
 * The text with its first words replaced by the most similar words of products on sale and of `more`, a query of
 * lower-case words; null if that changes nothing. Reads the whole catalog, so use it only for texts that find nothing.
 */
export const nearestWords = (text: string, more?: SQL): SQL => sql`(
  with words as materialized (${productWords} ${more ? sql`union ${more}` : sql``})
  select nullif(string_agg(coalesce(nearest.word, typed.word), ' ' order by typed.place), lower(${text}))
  from regexp_split_to_table(lower(${text}), '\\s+') with ordinality typed (word, place)
    left join lateral (
      select w.word, similarity(w.word, typed.word) as likeness
      from words w
      where typed.place <= ${wordsMax} and length(typed.word) > 2
      order by likeness desc, w.word
      limit 1
    ) nearest on nearest.likeness >= ${similarityMin}
)`;

const suggestionRow = () => z.object({ text: z.nullable(z.string()) });

/** Null if a product contains `text`, or if nothing is similar. */
export async function suggestSearch(ctx: ReadCtx, text: string): Promise<string | null> {
  const row = await one(
    ctx,
    suggestionRow,
    sql`
    select case when not exists (
      select 1 from products p where ${isSold} and ${containsText(productSearch, text)}
    ) then ${nearestWords(text)} end as text`,
    () => new Error("a select without a table returned no row"),
  );
  return row.text;
}
