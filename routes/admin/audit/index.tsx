import { auditGroupLabels, auditLabels, auditSubjects } from "../../../worker/contract/people/audit-labels.ts";
import { can } from "../../../worker/contract/people/permissions.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import * as contract from "../../../worker/contract/v1/admin/audit.ts";
import {
  type AuditEntry,
  findAuditCheck,
  listAudit,
  listAuditChoices,
  verifyAudit,
} from "../../../worker/domain/platform/index.ts";
import { formPost } from "../../../worker/http/form.ts";
import { StaffLink } from "../../../worker/ui/access.tsx";
import { utcZones, TimeText } from "../../../worker/ui/date.tsx";
import { Difference, differenceText } from "../../../worker/ui/parts/audit/difference.tsx";
import { subjectPage } from "../../../worker/ui/parts/audit/subject-page.ts";
import { actorName, auditSentence } from "../../../worker/ui/parts/audit/sentence.ts";
import { Sentence } from "../../../worker/ui/parts/audit/sentence-text.tsx";
import { consoleLayout } from "../../layouts.tsx";
import { listRoutes } from "../../list-routes.tsx";
import { ChainState, checkMessage, VerifyForm } from "./chain-state.tsx";

const subjectLabels: Record<string, string> = auditSubjects;
const subjectText = ({ subject: { type, name } }: AuditEntry): string =>
  [subjectLabels[type] ?? type, name].filter(Boolean).join(" ");

function Subject({ entry }: { entry: AuditEntry }) {
  const subject = subjectPage(entry.subject);
  return subject ? <StaffLink {...subject}>{subjectText(entry)}</StaffLink> : subjectText(entry);
}

const actorWithEmail = (entry: AuditEntry): string =>
  entry.actor.email ? `${actorName(entry)} <${entry.actor.email}>` : actorName(entry);

const auditList = listRoutes({
  access: "audit:read",
  layout: consoleLayout,
  section: "Audit",
  query: contract.listAudit.query,
  load: listAudit,
  choices: listAuditChoices,
  load_head: findAuditCheck,
  head: ({ roles, preset }, _hasAny, check) => ({
    subtitle: <ChainState check={check} />,
    action: can({ roles, preset }, "audit:act") && <VerifyForm />,
  }),
  list: {
    title: "Audit",
    noun: ["act", "acts"],
    path: pages.audit,
    id: ({ id }) => id,
    columns: [
      {
        label: "What",
        cell: (entry) => <Sentence entry={entry} />,
        csv: (entry) => auditSentence(entry, utcZones),
      },
      {
        label: "Changes",
        cell: (entry) => <Difference entry={entry} />,
        csv: differenceText,
        on_phones: "hidden",
      },
      { label: "Who", cell: actorName, csv: actorWithEmail, is_csv_only: true },
      { label: "Object", cell: (entry) => <Subject entry={entry} />, csv: subjectText, on_phones: "hidden" },
      {
        label: "Organization",
        cell: ({ org }) =>
          org && (
            <StaffLink access="organizations:read" href={hrefOf(pages.organization, { org_id: org.id })}>
              {org.name}
            </StaffLink>
          ),
        csv: ({ org }) => org?.name ?? null,
        is_extra: true,
      },
      {
        label: "When",
        cell: ({ created_at }) => <TimeText at={created_at} />,
        csv: ({ created_at }) => created_at,
        sort: "created_at",
        on_phones: "state",
      },
    ],
    labels: {
      search: "Name or exact number",
      without: ["subject_id", "org_id"],
      filters: {
        group: { label: "About", any: "Everything", values: auditGroupLabels },
        action: { label: "What", any: "Everything", options: auditLabels },
        actor_id: { label: "Who", any: "Everybody" },
        subject_type: { label: "Object", any: "Anything", options: Object.entries(auditSubjects) },
        subject_id: { label: "Only" },
        org_id: { label: "Organization" },
      },
    },
    empty: { drawing: "papers", text: "No actions recorded yet. Every action will be listed here." },
    has_times: true,
    has_csv: true,
  },
});

const verifyForm = formPost(contract.verifyAudit, {
  path: pages.verifyAudit,
  back: pages.audit,
  send: (ctx) => verifyAudit(ctx),
  done: ({ check }) => checkMessage(check),
});

export const auditPages = [...auditList, verifyForm];
