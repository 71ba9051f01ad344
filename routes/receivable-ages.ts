import type { InvoiceAge } from "../worker/contract/entities/invoice-ages.ts";

export const ageLabels: Record<InvoiceAge, string> = {
  current: "Not yet due",
  days_1_30: "1 to 30 days overdue",
  days_31_60: "31 to 60 days overdue",
  days_61_90: "61 to 90 days overdue",
  days_over_90: "More than 90 days overdue",
};

/** Column headings of a table whose title says "days overdue". */
export const ageHeadings: typeof ageLabels = {
  current: "Not yet due",
  days_1_30: "1 to 30 days",
  days_31_60: "31 to 60 days",
  days_61_90: "61 to 90 days",
  days_over_90: "Over 90 days",
};

export const overdueText = (days: number): string =>
  days === 0 ? "Not yet due" : days === 1 ? "1 day overdue" : `${days} days overdue`;
