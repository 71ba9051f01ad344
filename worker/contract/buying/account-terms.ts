/** Days until an order on account is due. */
export const paymentTerms = [15, 30, 45, 60, 90] as const;

/** US cents; several invoices count against the limit, so it may exceed the largest single charge. */
export const creditLimitMax = 9_999_999_999;

export const termsText = (days: number): string => `Net ${days} days`;
