import type { NoteSubject } from "../../../db/enums.ts";
import { pages } from "../../../worker/contract/pages.ts";
import * as contract from "../../../worker/contract/v1/admin/notes.ts";
import { type Assignment, listAssignees, listAssignments } from "../../../worker/domain/people/index.ts";
import { DateText } from "../../../worker/ui/date.tsx";
import { TruncatedText } from "../../../worker/ui/parts/cut.tsx";
import { DueText } from "../../../worker/ui/parts/notes.tsx";
import { consoleLayout } from "../../layouts.tsx";
import { listRoutes } from "../../list-routes.tsx";
import { todayIn } from "../invoices/today.ts";
import { capitalize, notesHref } from "./subject.ts";

const kindLabels: Record<NoteSubject, string> = {
  order: "Order",
  organization: "Organization",
  account_request: "Account request",
  invoice: "Invoice",
};

type Row = Assignment & { today: string };
const subjectText = ({ label }: Row): string => capitalize(label.replace(/^the account request of /, "request of "));

export const assignmentList = listRoutes({
  access: "use_console",
  layout: consoleLayout,
  section: "Overview",
  query: contract.listAssignments.query,
  async load(ctx, query) {
    const { data, ...rest } = await listAssignments(ctx, query);
    const today = todayIn(ctx);
    // `next` continues the file after its first 1,000 rows
    return { ...rest, data: data.map((each): Row => ({ ...each, today })) };
  },
  async choices(ctx) {
    const people = await listAssignees(ctx);
    return { assignee_id: people.map(({ id, name }) => [id, name] as const) };
  },
  head: () => ({
    trail: [["Overview", pages.admin]],
    subtitle: "Who takes care of what, and until when.",
  }),
  list: {
    title: "Assignments",
    noun: ["assignment", "assignments"],
    path: pages.assignments,
    id: ({ subject_type, subject_id }) => `${subject_type}-${subject_id}`,
    href: notesHref,
    columns: [
      { label: "What", cell: (each) => <TruncatedText text={subjectText(each)} />, csv: subjectText },
      {
        label: "Kind",
        cell: ({ subject_type }) => kindLabels[subject_type],
        csv: ({ subject_type }) => kindLabels[subject_type],
        on_phones: "hidden",
      },
      {
        label: "Assigned to",
        cell: ({ assignee }) => (assignee ? <TruncatedText text={assignee.name} /> : "Nobody"),
        csv: ({ assignee }) => assignee?.name ?? null,
        on_phones: "note",
      },
      {
        label: "Due",
        cell: ({ due_on, today }) => due_on && <DueText due_on={due_on} today={today} />,
        csv: ({ due_on }) => due_on,
        sort: "due_on",
        on_phones: "state",
      },
      {
        label: "Assigned by",
        cell: ({ assigned_by }) => <TruncatedText text={assigned_by.name} />,
        csv: ({ assigned_by }) => assigned_by.name,
        is_extra: true,
      },
      {
        label: "Since",
        cell: ({ updated_at }) => <DateText at={updated_at} />,
        csv: ({ updated_at }) => updated_at,
        sort: "updated_at",
        is_extra: true,
      },
    ],
    labels: {
      search: "Number or name",
      filters: {
        assigned: { label: "Whose", any: "Everyone’s", values: { me: "Mine", nobody: "Unassigned" } },
        assignee_id: { label: "Assigned to", any: "Anyone" },
        subject_type: { label: "Kind", any: "Every kind", values: kindLabels },
        due: {
          label: "Due",
          any: "Any day",
          values: { overdue: "Overdue", week: "Within seven days", none: "No day" },
        },
      },
    },
    views: [
      { label: "Mine", query: { assigned: "me" } },
      { label: "Overdue", query: { due: "overdue" } },
      { label: "Unassigned", query: { assigned: "nobody" } },
    ],
    empty: {
      drawing: "papers",
      text: "Nothing is assigned. Open an order, organization, request or invoice, and choose Assign beside its notes.",
    },
    has_csv: true,
    has_keys: true,
  },
});
