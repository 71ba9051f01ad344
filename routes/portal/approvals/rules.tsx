import * as z from "zod/mini";
import { formatMoney } from "../../../islands/lib/money.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import { can } from "../../../worker/contract/people/permissions.ts";
import {
  type ApprovalRule,
  listApprovalRules,
  type NamedUser,
  readRuleChoices,
} from "../../../worker/domain/sales/index.ts";
import { formPost } from "../../../worker/http/form.ts";
import { getOwnOrganization, updateOwnOrganization } from "../../../worker/domain/organizations/index.ts";
import { page } from "../../../worker/http/page.ts";
import { FormGroup } from "../../../worker/ui/layouts/layouts.tsx";
import { PageHeader } from "../../../worker/ui/layouts/page-header.tsx";
import { EmptyState } from "../../../worker/ui/lists/empty-state.tsx";
import { type Column, Table } from "../../../worker/ui/lists/table.tsx";
import { Badge } from "../../../worker/ui/parts/badge.tsx";
import { settingsLayout } from "../../layouts.tsx";

/** "From $500.00, over $2,000.00 a month". */
function limitsText({ min_total, monthly_budget }: ApprovalRule): string {
  const total = min_total === 0 ? "Every order" : min_total !== null && `From ${formatMoney(min_total)}`;
  const budget = monthly_budget !== null && `${total ? "over" : "Over"} ${formatMoney(monthly_budget)} a month`;
  return [total, budget].filter(Boolean).join(", ");
}

const formatNames = (ids: readonly string[], people: readonly NamedUser[]): string =>
  ids.map((id) => people.find((each) => each.id === id)?.name ?? "a former colleague").join(", ");

const columnsFor = (people: readonly NamedUser[]): readonly Column<ApprovalRule>[] => [
  { label: "Rule", cell: ({ name }) => name },
  { label: "Applies to", cell: limitsText },
  {
    label: "Buyers",
    cell: ({ user_ids }) => (user_ids.length === 0 ? "Everybody who buys" : formatNames(user_ids, people)),
    on_phones: "hidden",
  },
  {
    label: "Approved by",
    cell: ({ approver_ids, mode }) =>
      `${approver_ids.length > 1 ? (mode === "all" ? "All of " : "One of ") : ""}${formatNames(approver_ids, people)}`,
    on_phones: "hidden",
  },
  {
    label: "State",
    cell: ({ is_active }) => <Badge tone={is_active ? "success" : "neutral"}>{is_active ? "On" : "Off"}</Badge>,
  },
];

const rulesPage = page({
  path: pages.approvalRules,
  access: "buy",
  layout: settingsLayout,
  section: "Approval rules",
  async load({ ctx }) {
    const [rules, choices, organization] = await Promise.all([
      listApprovalRules(ctx),
      readRuleChoices(ctx),
      getOwnOrganization(ctx),
    ]);
    return { rules: rules.data, people: choices.people, organization };
  },
  head: () => ({ title: "Approval rules · CrunchBox", no_store: true }),
  view: ({ rules, people, organization }, { viewer }) => (
    <>
      <PageHeader
        title="Approval rules"
        subtitle="Which orders a colleague approves before they are placed."
        action={
          can(viewer, "manage_organization") && (
            <a className="button" href={hrefOf(pages.approvalRule, { rule_id: "new" })}>
              Add a rule
            </a>
          )
        }
      />
      {rules.length === 0 ? (
        <EmptyState drawing="papers">There are no rules. Everybody who may buy can order without approval.</EmptyState>
      ) : (
        <Table
          columns={columnsFor(people)}
          rows={rules}
          id={({ id }) => id}
          href={({ id }) =>
            can(viewer, "manage_organization") ? hrefOf(pages.approvalRule, { rule_id: id }) : undefined
          }
        />
      )}
      {can(viewer, "manage_organization") && (
        <MailApprovalSetting isAllowed={organization.is_approval_by_mail_allowed} />
      )}
    </>
  ),
});

function MailApprovalSetting({ isAllowed }: { isAllowed: boolean }) {
  return (
    <FormGroup
      title="Approvals by email"
      text="Each approver gets a personal link by email, to see the order and decide without signing in."
    >
      <form method="post" action={pages.approvalsByMail}>
        <input type="hidden" name="is_approval_by_mail_allowed" value={String(!isAllowed)} />
        <p>
          {isAllowed ? "On. " : "Off: approvers sign in to decide. "}
          <button className="button quiet">{isAllowed ? "Turn off links in emails" : "Turn on links in emails"}</button>
        </p>
      </form>
    </FormGroup>
  );
}

const mailApprovalForm = formPost(
  { access: "manage_organization", body: z.object({ is_approval_by_mail_allowed: z.boolean() }) } as const,
  {
    path: pages.approvalsByMail,
    back: pages.approvalRules,
    send: (ctx, { body }) => updateOwnOrganization(ctx, body),
    done: ({ is_approval_by_mail_allowed: isOn }) => `Links in emails are ${isOn ? "on" : "off"}.`,
  },
);

export const approvalRules = [rulesPage, mailApprovalForm];
