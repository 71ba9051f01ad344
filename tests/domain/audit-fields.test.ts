import { getTableColumns, getTableName, isTable } from "drizzle-orm";
import { expect, test } from "vitest";
import * as schema from "../../db/schema/index.ts";
import { auditFields } from "../../worker/contract/people/audit-fields.ts";
import { auditActionGroups, auditLabels, auditSubjects } from "../../worker/contract/people/audit-labels.ts";
import { ignoredFields, secretFields } from "../../worker/domain/platform/audit/changes.ts";

/** Tables whose columns an audit entry about a subject may name as changed. */
const tablesBySubject: Record<string, readonly string[]> = {
  account_request: ["account_requests"],
  audience: ["audiences"],
  audit_log: [],
  book_difference: ["book_differences"],
  callback: ["stripe_events"],
  cart: ["checkout_attempts"],
  device: ["devices"],
  industry: ["industries"],
  invoice: ["invoices"],
  legal_text: ["legal_texts"],
  license_agreement: ["license_agreements"],
  made_serials: [],
  mail_template: ["mail_texts"],
  notification: ["broadcasts"],
  order: ["orders"],
  organization: ["organizations"],
  payment_method: [],
  price_level: ["price_levels"],
  product: ["products", "scheduled_prices"],
  saved_view: ["saved_views"],
  quote: [],
  session: [],
  shipping_rate: ["shipping_rates"],
  shop_settings: ["shop_settings"],
  software: ["software"],
  software_version: ["software_versions"],
  subscription: ["subscriptions"],
  task: [],
  task_run: [],
  user: ["users", "user_phones"],
};

const listColumns = (name: string): string[] => {
  const table = Object.values<unknown>(schema).find((each) => isTable(each) && getTableName(each) === name);
  if (!isTable(table)) throw new Error(`No table ${name}`);
  return Object.keys(getTableColumns(table));
};
const hiddenColumns: readonly string[] = [...ignoredFields, ...secretFields];

test("every record that entries are about has its tables here", () => {
  expect(Object.keys(tablesBySubject).toSorted()).toEqual(Object.keys(auditSubjects).toSorted());
});

test.each(Object.entries(tablesBySubject))(
  "every field of %s that an entry may tell has its words",
  (subject, tables) => {
    const fields = tables.flatMap(listColumns).filter((name) => !hiddenColumns.includes(name));
    const fieldsBySubject: Partial<Record<string, object>> = auditFields;
    const fieldNames = Object.keys(fieldsBySubject[subject] ?? {});
    expect(fields.filter((name) => !fieldNames.includes(name))).toEqual([]);
    const fieldRoots = fieldNames.map((name) => name.replace(/\..*/, ""));
    expect(fieldRoots.filter((name) => !fields.includes(name))).toEqual([]);
  },
);

test("every action has a sentence that begins with a verb, and is in exactly one of the five groups", () => {
  const groupedActions = auditActionGroups.flatMap(([, actions]) => actions.map(([action]) => action));
  expect(auditActionGroups.map(([label]) => label)).toEqual(["People", "Money", "Catalogue", "Software", "Machine"]);
  expect(groupedActions.toSorted()).toEqual(auditLabels.map(([action]) => action).toSorted());
  expect(auditLabels.filter(([, label]) => !/^[A-Z][a-z]+( |$)/.test(label))).toEqual([]);
});
