import { BadRequest, unprocessable } from "../../../contract/errors.ts";
import type { Ctx } from "../../context.ts";
import { type Claim, claimRefund, findClaim, type RefundAction } from "./claim-refund.ts";
import { askProvider } from "./ask-provider.ts";
import { readRefundable, type Refundable } from "./read-refundable.ts";
import { leftOf, restOf, type Share, shareOf, sumOf } from "./shares.ts";

/** What is to be given back: an amount in US cents, pieces of lines with their tax, or, when neither is named, all that is left. */
export type Wish = {
  amount?: number | undefined;
  /** `line_id` is a line of the order, or "shipping". */
  lines?: readonly { line_id: string; quantity: number }[] | undefined;
  /** Names the wish, so that it is one refund however often it is sent. */
  key?: string | undefined;
};
/** What a wish comes to. A refund of an amount has no shares, all that is left has them where they come to it exactly. */
export type Asked = { amount: number; shares: Share[] };

const issue = (path: (string | number)[], message: string, code = "custom") =>
  new BadRequest([{ code, path, message }]);

/**
 * Refunds an order at the provider, whole, by an amount or by lines with their share of the tax; the status follows from the
 * ledger. What is given back is claimed in our books before the provider is asked, under the provider's key of the claim, so
 * that no line is given back twice and never more than was paid, whoever asks at the same time. A wish without a key is named
 * by the number of refunds that were known when the request arrived, so that clicks which overlap refund once, and one after
 * the other twice. Whoever books it writes into the audit log who asked. Throws ORDER_NOT_FOUND, PAYMENT_FAILED, BadRequest.
 */
export const refundOrder = (ctx: Ctx, orderId: string, wish: Wish): Promise<Claim> =>
  giveBack(ctx, orderId, wish, "refundOrder");

const triesMax = 10;

/** The same for whatever reason. */
export async function giveBack(ctx: Ctx, orderId: string, wish: Wish, action: RefundAction): Promise<Claim> {
  for (let tries = 0; tries < triesMax; tries += 1) {
    const order = await readRefundable(ctx, orderId);
    const asked_for = wordsOf(order, wish);
    const key = `${order.invoice_id}_${wish.key ?? `${order.refunds}_${asked_for}`}`;
    const claim = (await findClaim(ctx, key)) ?? (await claimWish(ctx, order, { wish, key, asked_for }, action));
    if (!claim) continue;
    if (claim.asked_for !== asked_for)
      throw issue(["key"], "This form was sent before with something else in it. Load the page again.");
    await askProvider(ctx, order, claim);
    return claim;
  }
  throw unprocessable("PAYMENT_FAILED");
}

/** The wish in words of its own, by which it is known again. */
function wordsOf(order: Refundable, { amount, lines, key }: Wish): string {
  if (lines) {
    const sorted = lines.toSorted((one, other) => (one.line_id < other.line_id ? -1 : 1));
    return sorted.map(({ line_id, quantity }) => `${quantity} ${line_id}`).join(", ");
  }
  // two who want all of it at once want the same
  return String(amount ?? (key === undefined ? order.left_cents : "all"));
}

type Named = { wish: Wish; key: string; asked_for: string };

/** Throws BadRequest on what cannot be given back. */
async function claimWish(ctx: Ctx, order: Refundable, { wish, key, asked_for }: Named, action: RefundAction) {
  const { amount, shares } = askedOf(order, wish);
  const path = wish.lines ? "lines" : "amount";
  // Nobody but the bank that it came from can send it back.
  if (!order.charge && order.left_cents > order.balance_cents)
    throw issue([path], "It was not paid through the payment provider: give it back where it came from.");
  const of_charge = Math.min(amount, order.left_cents - order.balance_cents);
  if (amount > Math.min(order.left_cents, order.left_now) || (!order.charge && of_charge > 0))
    throw issue([path], "The amount is more than what is left of the payment.", "too_big");
  return claimRefund(ctx, order, { key, asked_for, amount, balance_amount: amount - of_charge, shares }, action);
}

/** Throws BadRequest on lines that are not there any more, or when nothing is left. */
export function askedOf(order: Refundable, { amount, lines }: Wish): Asked {
  if (lines) {
    const shares = lines.map(({ line_id, quantity }, place) => {
      const part = order.parts.find((each) => (each.line_id ?? "shipping") === line_id);
      if (!part) throw issue(["lines", place, "line_id"], "The order has no such line.");
      if (quantity > leftOf(part))
        throw issue(["lines", place, "quantity"], tooMany(part.name ?? "Shipping", leftOf(part)), "too_big");
      return shareOf(part, quantity);
    });
    if (sumOf(shares) === 0) throw issue(["lines"], "Nothing was paid for this.");
    return { amount: sumOf(shares), shares };
  }
  if (amount !== undefined) return { amount, shares: [] };
  if (order.left_cents <= 0) throw issue(["amount"], "Nothing is left of the payment.");
  const rest = restOf(order.parts);
  return { amount: order.left_cents, shares: sumOf(rest) === order.left_cents ? rest : [] };
}

const tooMany = (name: string, left: number): string =>
  left === 0 ? `${name} was refunded already.` : `Of ${name} only ${left} can still be refunded.`;
