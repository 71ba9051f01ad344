import * as z from "zod/mini";
import { CheckboxList } from "../../../islands/ui/fields/checkbox-list.tsx";
import { Field } from "../../../islands/ui/field.tsx";
import { SelectField } from "../../../islands/ui/fields/select-field.tsx";
import { dollarsText } from "../../../worker/contract/buying/dollars.ts";
import { approvalRuleFields } from "../../../worker/contract/entities/approval.ts";
import { versionField } from "../../../worker/contract/fields.ts";
import { dollars } from "../../../worker/contract/forms/dollars.ts";
import type { ApprovalRule, RuleChoices } from "../../../worker/domain/sales/index.ts";
import type { mergeForm } from "../../../worker/ui/forms/compared.ts";
import type { buildFieldProps } from "../../../worker/ui/forms/fields-of.ts";
import { FormRow } from "../../../worker/ui/layouts/layouts.tsx";

export const ruleForm = z.object({
  ...approvalRuleFields,
  is_active: z.boolean(),
  min_total: z.nullable(dollars("The total")),
  monthly_budget: z.nullable(dollars("The budget")),
  updated_at: versionField(),
});

const formatDollars = (cents: number | null) => (cents === null ? "" : dollarsText(cents));

export const toFormValues = (rule: ApprovalRule | undefined): Record<string, string | readonly string[]> =>
  rule
    ? {
        name: rule.name,
        is_active: rule.is_active ? "true" : "",
        min_total: formatDollars(rule.min_total),
        monthly_budget: formatDollars(rule.monthly_budget),
        user_ids: rule.user_ids,
        categories: rule.categories,
        approver_ids: rule.approver_ids,
        mode: rule.mode,
        escalate_after_hours: String(rule.escalate_after_hours ?? ""),
      }
    : { is_active: "true", mode: "any" };

const modeLabels = { any: "One of them", all: "All of them" };

/** Labels of the fields for the comparison after a conflict. */
export function ruleLabels({ people }: RuleChoices): Parameters<typeof mergeForm>[3] {
  const personName = (id: string) => people.find((each) => each.id === id)?.name ?? id;
  return {
    name: "Name",
    min_total: "From a total, in dollars",
    monthly_budget: "Monthly budget, in dollars",
    approver_ids: ["Approvers", personName],
    mode: ["Who has to approve", (mode) => (mode === "all" ? modeLabels.all : modeLabels.any)],
    escalate_after_hours: "Hours until managers can decide, too",
    user_ids: ["Only for orders of", personName],
    categories: "Only for orders with products of",
    is_active: ["The rule is on", () => "Yes", "No"],
  };
}

type RuleFieldsProps = { fields: ReturnType<typeof buildFieldProps>; choices: RuleChoices };

export function RuleFields({ fields: { field, list, flag }, choices: { people, categories } }: RuleFieldsProps) {
  const names = people.map(({ id, name }) => [id, name] as const);
  return (
    <>
      <Field {...field("name")} label="Name" required maxLength={80} hint="Shown to buyers and approvers." />
      <FormRow>
        <Field
          {...field("min_total")}
          label="From a total, in dollars"
          is_optional
          inputMode="decimal"
          maxLength={16}
          hint="Including shipping and tax. 0.00 for every order."
        />
        <Field
          {...field("monthly_budget")}
          label="Monthly budget, in dollars"
          is_optional
          inputMode="decimal"
          maxLength={16}
          hint="For each person. With both limits, only orders that exceed both need approval."
        />
      </FormRow>
      <CheckboxList {...list("approver_ids")} label="Approvers" options={names} />
      <FormRow>
        <SelectField {...field("mode")} label="Who has to approve" options={Object.entries(modeLabels)} />
        <Field
          {...field("escalate_after_hours")}
          label="Hours until managers can decide, too"
          is_optional
          inputMode="numeric"
          maxLength={3}
        />
      </FormRow>
      <CheckboxList
        {...list("user_ids")}
        label="Only for orders of"
        is_optional
        options={names}
        hint="None ticked: every buyer."
      />
      {categories.length > 0 && (
        <CheckboxList
          {...list("categories")}
          label="Only for orders with products of"
          is_optional
          options={categories.map((each) => [each, each] as const)}
          hint="None ticked: every category."
        />
      )}
      <label className="check">
        <input type="checkbox" value="true" {...flag("is_active")} /> The rule is on
      </label>
    </>
  );
}
