import * as z from "zod/mini";
import { formatMoney } from "../../../islands/lib/money.ts";
import { BadRequest, Failure } from "../../../worker/contract/errors.ts";
import { isUuid } from "../../../worker/contract/fields.ts";
import type { ReplyOf } from "../../../worker/contract/endpoint.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import * as contract from "../../../worker/contract/v1/client/approval-rules.ts";
import { afterLookup, type ReadCtx } from "../../../worker/domain/context.ts";
import {
  createApprovalRule,
  deleteApprovalRule,
  getApprovalRule,
  previewApprovalRule,
  readRuleChoices,
  updateApprovalRule,
} from "../../../worker/domain/sales/index.ts";
import { formPost } from "../../../worker/http/form.ts";
import { toFields, toInput } from "../../../worker/http/form-fields.ts";
import { page } from "../../../worker/http/page.ts";
import { DateText } from "../../../worker/ui/date.tsx";
import { mergeForm } from "../../../worker/ui/forms/compared.ts";
import { ConfirmForm } from "../../../worker/ui/forms/confirm-form.tsx";
import { buildFieldProps } from "../../../worker/ui/forms/fields-of.ts";
import { ConflictComparison, VersionFields } from "../../../worker/ui/forms/version-fields.tsx";
import { FormFoot, FormLayout } from "../../../worker/ui/layouts/layouts.tsx";
import { PageHeader } from "../../../worker/ui/layouts/page-header.tsx";
import { type Column, Table } from "../../../worker/ui/lists/table.tsx";
import { settingsLayout } from "../../layouts.tsx";
import { RuleFields, ruleForm, ruleLabels, toFormValues } from "./rule-fields.tsx";

const params = z.object({
  rule_id: z.string().check(z.refine((id) => id === "new" || isUuid(id))),
});

type Preview = Omit<ReplyOf<typeof contract.previewApprovalRule>, "success">;

/** Undefined unless a preview is requested and the rule is valid. Saving reports the errors. */
async function findPreview(ctx: ReadCtx, sentFields: URLSearchParams): Promise<Preview | undefined> {
  if (!sentFields.has("preview")) return undefined;
  const body = ruleForm.safeParse(toInput(ruleForm, toFields(sentFields)));
  if (!body.success) return undefined;
  try {
    return await previewApprovalRule(await afterLookup(ctx), body.data);
  } catch (error) {
    if (error instanceof Failure || error instanceof BadRequest) return undefined;
    throw error;
  }
}

const rulePage = page({
  path: pages.approvalRule,
  access: "manage_organization",
  layout: settingsLayout,
  section: "Approval rules",
  params,
  async load({ ctx, params: { rule_id }, typed }) {
    const [rule, choices] = await Promise.all([
      rule_id === "new" ? undefined : getApprovalRule(ctx, rule_id),
      readRuleChoices(ctx),
    ]);
    return { rule, choices, preview: await findPreview(ctx, typed), is_previewed: typed.has("preview") };
  },
  head: ({ rule }) => ({ title: `${rule?.name ?? "New approval rule"} · CrunchBox`, no_store: true }),
  view: ({ rule, choices, preview, is_previewed: isPreviewed }, { params: path, flash }) => {
    const href = hrefOf(pages.approvalRule, path);
    const current = toFormValues(rule);
    const { typed, rows } = mergeForm(flash?.typed, rule?.updated_at ?? "", current, ruleLabels(choices));
    return (
      <>
        <PageHeader trail={[["Approval rules", pages.approvalRules]]} title={rule?.name ?? "New approval rule"} />
        <FormLayout>
          {rule && <ConflictComparison rows={rows} href={href} />}
          {isPreviewed && <RulePreview preview={preview} />}
          <form className="form-card form-grid" method="post" action={href} noValidate>
            {rule && <VersionFields updated_at={rule.updated_at} values={current} />}
            <RuleFields fields={buildFieldProps(typed, current)} choices={choices} />
            <FormFoot>
              <button className="button">{rule ? "Save the rule" : "Add the rule"}</button>
              <button className="button quiet" name="preview" value="true">
                Preview
              </button>
            </FormFoot>
          </form>
          {rule && (
            <ConfirmForm
              id="delete"
              label="Delete this rule"
              title={`Delete ${rule.name}?`}
              action={hrefOf(pages.deleteApprovalRule, path)}
              confirm="Yes, delete it"
              is_dangerous
            >
              <p>It no longer applies to new orders. Requests that are already waiting keep it.</p>
            </ConfirmForm>
          )}
        </FormLayout>
      </>
    );
  },
});

const previewColumns: readonly Column<Preview["orders"][number]>[] = [
  { label: "Order", cell: ({ order_number }) => order_number },
  { label: "Date", cell: ({ created_at }) => <DateText at={created_at} /> },
  { label: "By", cell: ({ user_name }) => user_name },
  { label: "Total", cell: ({ total }) => formatMoney(total), is_number: true },
];

function RulePreview({ preview }: { preview: Preview | undefined }) {
  if (!preview)
    return (
      <p className="notice info" role="status">
        Enter a name, a limit and approvers to see a preview.
      </p>
    );
  const { count, total, orders } = preview;
  return (
    <section>
      <h2>In the last 90 days</h2>
      <p role="status">
        {count === 0
          ? "No order would have needed approval."
          : `${count === 1 ? "1 order" : `${count} orders`} of ${formatMoney(total)} would have needed approval.`}
      </p>
      {count > 0 && (
        <Table
          columns={previewColumns}
          rows={orders}
          id={({ id }) => id}
          href={({ id }) => hrefOf(pages.order, { order_id: id })}
        />
      )}
    </section>
  );
}

const saveForm = formPost({ access: "manage_organization", not_impersonated: true, params, body: ruleForm } as const, {
  path: pages.approvalRule,
  page: rulePage,
  isQuery: (typed) => typed.has("preview"),
  back: pages.approvalRules,
  send: (ctx, { params: { rule_id }, body: { updated_at, ...body } }) =>
    rule_id === "new" ? createApprovalRule(ctx, body) : updateApprovalRule(ctx, rule_id, { ...body, updated_at }),
  done: () => "The rule is saved.",
});

const removeForm = formPost({ ...contract.deleteApprovalRule, params } as const, {
  path: pages.deleteApprovalRule,
  back: pages.approvalRules,
  send: (ctx, { params: { rule_id } }) => deleteApprovalRule(ctx, rule_id),
  done: () => "The rule is deleted.",
});

export const approvalRulePages = [rulePage, saveForm, removeForm];
