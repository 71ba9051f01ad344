const groups = {
  organization: "7001",
  user: "7002",
  product: "7003",
  order: "7004",
  line: "7005",
  invoice: "7006",
  movement: "7007",
  subscription: "7008",
  software: "7009",
  version: "700a",
} as const;

/** SQL for the id of a row by its number; `number` is an SQL expression. */
export function bulkId(kind: keyof typeof groups, number: string): string {
  return `('01900000-0000-${groups[kind]}-8000-' || lpad((${number})::text, 12, '0'))::uuid`;
}

/** SQL for an organization's price level; a third has none. */
export function levelOf(organization: string): string {
  return `(array[null, 'Partner', 'Education'])[1 + ${organization} % 3]`;
}

/** SQL for an organization's tax in hundredths of a percent. */
export function taxOf(organization: string): string {
  return `case when ${organization} % 2 = 0 then 825 else 0 end`;
}

export const newestOrganization = bulkId("organization", "1000");
