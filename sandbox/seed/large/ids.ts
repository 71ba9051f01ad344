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

/** `number` is an SQL expression. */
export function bulkId(kind: keyof typeof groups, number: string): string {
  return `('01900000-0000-${groups[kind]}-8000-' || lpad((${number})::text, 12, '0'))::uuid`;
}

/** A third of the organizations has no price level. */
export function levelSql(organization: string): string {
  return `(array[null, 'Partner', 'Education'])[1 + ${organization} % 3]`;
}

/** Hundredths of a percent. */
export function taxRateSql(organization: string): string {
  return `case when ${organization} % 2 = 0 then 825 else 0 end`;
}

/** An address in one of twenty states, as jsonb. */
export function taxAddressSql(organization: string): string {
  return `jsonb_build_object('line1', '1 Main Street', 'line2', null, 'city', 'Springfield', 'postal_code', '12345', 'country', 'US', 'state',
    (string_to_array('TX CA NY WA OR FL OH PA IL GA NC MI NJ VA AZ MA TN IN MO MD', ' '))[1 + (${organization}) % 20])`;
}

export const newestOrganization = bulkId("organization", "1000");
