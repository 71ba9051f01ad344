import { formatMoney } from "./money.ts";

type Plan = { amount: number; subscription_term: "month" | "year" | null };

export function recurringText(plans: Plan[]): string | undefined {
  const sums = (["month", "year"] as const).flatMap((term) => {
    const paid = plans.filter(({ subscription_term }) => subscription_term === term);
    return paid.length > 0 ? [`${formatMoney(paid.reduce((sum, { amount }) => sum + amount, 0))} a ${term}`] : [];
  });
  return sums.length > 0 ? sums.join(" and ") : undefined;
}
