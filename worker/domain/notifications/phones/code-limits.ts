import type { Ctx } from "../../context.ts";
import type { Budget } from "../../platform/index.ts";
import type { PhoneNumber } from "./parse-number.ts";

const hourS = 3600;
const dayS = 24 * hourS;

/**
 * Budgets for codes by user, number, organization and shop: each code costs money, of which the owners of some numbers
 * earn a share (toll fraud). Foreign numbers have small budgets of their own.
 */
export const codeBudgets = (
  user: { user_id: string; org_id: string },
  { number, is_abroad }: PhoneNumber,
): Budget[] => [
  { name: `phone-code:person-hour:${user.user_id}`, max: 3, window_s: hourS },
  { name: `phone-code:person:${user.user_id}`, max: 6, window_s: dayS },
  { name: `phone-code:number:${number}`, max: 5, window_s: dayS },
  { name: `phone-code:organization:${user.org_id}`, max: 20, window_s: dayS },
  { name: "phone-code:shop", max: 500, window_s: dayS },
  ...(is_abroad
    ? [
        { name: `phone-code:abroad:${user.org_id}`, max: 5, window_s: dayS },
        { name: "phone-code:abroad", max: 50, window_s: dayS },
      ]
    : []),
];

export const guessBudgets = (ctx: Ctx, userId: string): Budget[] => [
  { name: `phone-guess:${userId}`, max: 15, window_s: hourS },
  { name: `phone-guess:address:${ctx.network}`, max: 60, window_s: hourS },
];
