import { formatMoney } from "../../../islands/lib/money.ts";
import { BadRequest } from "../../../worker/contract/errors.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import type { AppContext } from "../../../worker/http/app-env.ts";

export const orderHref = (_result: unknown, c: AppContext): string =>
  hrefOf(pages.adminOrder, { order_id: c.req.param("order_id") ?? "" });

export const linesError = (message: string) => new BadRequest([{ code: "custom", path: ["lines"], message }]);

type ChosenSum = { amount: number; problem: string | undefined; again: "cancel" | "refund" };

/** @throws BadRequest if the lines have a problem, or their sum differs from the amount on the form's button */
export function requireConfirmedSum(sentFields: URLSearchParams, { amount, problem, again }: ChosenSum): void {
  if (problem !== undefined || sentFields.get("sum") !== String(amount))
    throw linesError(problem ?? `The sum is ${formatMoney(amount)} now. Look at it, then ${again} again.`);
}

/** Field names are those of the contract. */
export function addLines(typed: URLSearchParams, lines: readonly { line_id: string; quantity: number }[]): void {
  for (const [index, { line_id, quantity }] of lines.entries()) {
    typed.set(`lines.${index}.line_id`, line_id);
    typed.set(`lines.${index}.quantity`, String(quantity));
  }
}
