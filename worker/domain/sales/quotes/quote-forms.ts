import { sql } from "drizzle-orm";
import type { InputOf } from "../../../contract/endpoint.ts";
import { quoteLinesMax } from "../../../contract/entities/quote.ts";
import { BadRequest } from "../../../contract/errors.ts";
import type * as contract from "../../../contract/v1/admin/quotes.ts";
import type { Ctx } from "../../context.ts";
import { requireFreshSignIn } from "../../identity/index.ts";
import type { AdminQuote } from "./read-quotes.ts";
import { readPrices, sendQuote, updateQuote } from "./send-quote.ts";

type Draft = InputOf<typeof contract.updateQuote>["body"] & {
  /** Products to add, one piece each, at the organization's price. */
  added_ids: string[];
  send?: boolean | undefined;
};

const addedIdsError = (message: string) => new BadRequest([{ code: "custom", path: ["added_ids"], message }]);

/**
 * Saves a draft; a quantity of 0 removes a line. A draft with added products is not sent yet, because the administrator
 * has not seen their prices. @throws BadRequest without products or with too many, FRESH_SIGN_IN_REQUIRED for sending,
 * and the errors of `updateQuote` and `sendQuote`
 */
export async function saveDraft(ctx: Ctx, id: string, { added_ids, send, ...draft }: Draft): Promise<AdminQuote> {
  const lines = draft.lines.filter(({ quantity }) => quantity > 0);
  const addedIds = added_ids.filter((each) => !lines.some(({ product_id }) => product_id === each));
  const prices = await readPrices(ctx, addedIds, sql`(select org_id from quotes where id = ${id})`);
  for (const product_id of addedIds) lines.push({ product_id, quantity: 1, price: prices.get(product_id) ?? 0 });
  if (lines.length === 0) throw addedIdsError("A quote needs a product.");
  if (lines.length > quoteLinesMax) throw addedIdsError(`A quote has at most ${quoteLinesMax} products.`);
  const isSent = send === true && addedIds.length === 0;
  // Checked before the update, because the form is submitted again after a sign-in and would then have an old version.
  if (isSent) await requireFreshSignIn(ctx);
  const saved = await updateQuote(ctx, id, { ...draft, lines });
  return isSent ? sendQuote(ctx, id, { updated_at: saved.updated_at }) : saved;
}
