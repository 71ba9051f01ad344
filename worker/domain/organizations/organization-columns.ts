import { type SQL, sql } from "drizzle-orm";
import type { InputOf } from "../../contract/endpoint.ts";
import { organizationFields } from "../../contract/people/organization-fields.ts";
import type * as contract from "../../contract/v1/admin/organizations.ts";
import { toColumnName } from "../select-of.ts";

export type OrganizationChange = Omit<InputOf<typeof contract.updateOrganization>["body"], "updated_at"> & {
  /** Only the organization's managers may change this rule. */
  require_second_factor_from?: string | null | undefined;
};

/** Columns that a change sets, with their values. */
export function toColumns(change: OrganizationChange): [column: string, value: SQL][] {
  const { contact, contacts, addressBooks } = change;
  const values: Partial<Record<keyof OrganizationChange, unknown>> = {
    ...change,
    contact: contact && { email: contact.email || null, phone: contact.phone || null },
    contacts: contacts?.map(({ name, email, phone, role }) => ({
      name,
      email: email || null,
      phone: phone || null,
      role: role || null,
    })),
    addressBooks: addressBooks?.map(({ address, phone }) => ({ address, phone: phone || null })),
  };
  const columns = contractFields.flatMap((field): [string, SQL][] =>
    values[field] === undefined ? [] : [[toColumnName(field), toValue(values[field])]],
  );
  return change.require_second_factor_from === undefined
    ? columns
    : [...columns, ...ruleColumns(change.require_second_factor_from)];
}

const today = sql`(now() at time zone 'UTC')::date`;

/**
 * A day in the past becomes today, unless the rule is already in force; users without a second factor are mailed about
 * a new day at once (remind-of-rule.ts).
 */
function ruleColumns(day: string | null): [column: string, value: SQL][] {
  const formerDay = sql`organizations.require_second_factor_from`;
  const nextDay = sql`case
    when ${day}::date <= ${today} and ${formerDay} <= ${today} then ${formerDay}
    else greatest(${day}::date, ${today}) end`;
  return [
    ["require_second_factor_from", day === null ? sql`null` : nextDay],
    [
      "remind_second_factor_on",
      day === null
        ? sql`null`
        : sql`case when ${formerDay} = (${nextDay}) then organizations.remind_second_factor_on else ${today} end`,
    ],
  ];
}

const contractFields = Object.keys(organizationFields) as (keyof typeof organizationFields)[];

function toValue(value: unknown): SQL {
  if (value === null || value === "") return sql`null`;
  if (typeof value === "number") return sql`${value}::bigint`;
  if (typeof value === "boolean") return sql`${value}::boolean`;
  return typeof value === "string" ? sql`${value}::text` : sql`${JSON.stringify(value)}::jsonb`;
}
