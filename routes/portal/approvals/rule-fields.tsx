import * as z from "zod/mini";
import { CheckboxList } from "../../../islands/ui/fields/checkbox-list.tsx";
import { Field } from "../../../islands/ui/field.tsx";
import { SelectField } from "../../../islands/ui/fields/select-field.tsx";
import { dollarsText } from "../../../worker/contract/buying/dollars.ts";
import { approvalRuleFields } from "../../../worker/contract/entities/approval.ts";
import { versionField } from "../../../worker/contract/fields.ts";
import { dollars } from "../../../worker/contract/forms/dollars.ts";
import type { ApprovalRule, RuleChoices } from "../../../worker/domain/sales/index.ts";
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
        is_active: String(rule.is_active),
        min_total: formatDollars(rule.min_total),
        monthly_budget: formatDollars(rule.monthly_budget),
        user_ids: rule.user_ids,
        categories: rule.categories,
        approver_ids: rule.approver_ids,
        mode: rule.mode,
        escalate_after_hours: String(rule.escalate_after_hours ?? ""),
      }
    : { is_active: "true", mode: "any" };

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
        <SelectField
          {...field("mode")}
          label="Who has to approve"
          options={[
            ["any", "One of them"],
            ["all", "All of them"],
          ]}
        />
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
