import { MixedLettersBadge } from "../../../worker/ui/parts/mixed-letters.tsx";
import type { ReactNode } from "react";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import type { AuditEntry } from "../../../worker/domain/platform/index.ts";
import type { AccountRequestDetails, NoteBoard } from "../../../worker/domain/people/index.ts";
import type { StaffViewer } from "../../../worker/http/viewer.ts";
import type { Flash } from "../../../worker/http/flash.ts";
import { ageText, DateText, TimeText } from "../../../worker/ui/date.tsx";
import { Facts } from "../../../worker/ui/parts/facts.tsx";
import { History } from "../../../worker/ui/parts/history.tsx";
import { Notes, findNoteInput } from "../../../worker/ui/parts/notes.tsx";
import { RequestBadge } from "../../../worker/ui/parts/status-badges.tsx";
import { DecisionForm } from "./decision-form.tsx";
import type { ApprovalChoices } from "./organization-choice.tsx";

type RequestReviewProps = {
  request: AccountRequestDetails;
  choice: ApprovalChoices;
  history?: readonly AuditEntry[];
  notes?: NoteBoard;
  flash: Flash | null;
  viewer: StaffViewer;
  today: string;
};

export function RequestReview({ request, choice, history = [], notes, flash, viewer, today }: RequestReviewProps) {
  const { id, first_name, last_name, email, org_name, status } = request;
  const noteInput = findNoteInput(flash?.typed);
  const signals = (
    <>
      <h2 className="asked">
        {first_name} {last_name} {status !== "pending" && <RequestBadge status={status} />}
        <MixedLettersBadge of={[first_name, last_name, email, org_name]} />
      </h2>
      <Facts facts={buildFacts(request)} />
    </>
  );
  return (
    <>
      {status === "pending" ? (
        <DecisionForm request={request} choice={choice} typed={noteInput ? undefined : flash?.typed}>
          {signals}
        </DecisionForm>
      ) : (
        <>
          {signals}
          <DecisionSummary request={request} />
        </>
      )}
      {notes ? (
        <Notes
          board={notes}
          viewer_id={viewer.user_id}
          today={today}
          action={hrefOf(pages.addRequestNote, { request_id: id })}
          typed={noteInput}
        />
      ) : (
        <p className="links">
          <a href={`${hrefOf(pages.request, { request_id: id })}#notes`}>Notes</a>
        </p>
      )}
      {history.length > 1 && (
        <History
          entries={history}
          more={hrefOf(pages.audit, {}, { subject_type: "account_request", subject_id: id })}
        />
      )}
    </>
  );
}

function buildFacts(request: AccountRequestDetails): [string, ReactNode][] {
  const { email, org_name, created_at, evidence } = request;
  const { person, duplicates } = evidence;
  return [
    ["Email", <AnnotatedValue key="email" typed={email} known={domainText(request)} />],
    ["Organization", org_name],
    ["Serial number", <AnnotatedValue key="serial" typed={request.serial ?? "None"} known={serialText(request)} />],
    ["Asked", <RequestTime key="asked" at={created_at} />],
    ...(person ? [["Has an account", personText(person)] satisfies [string, ReactNode]] : []),
    ...(duplicates.length > 0
      ? [["Like it", <Duplicates key="like" duplicates={duplicates} />] satisfies [string, ReactNode]]
      : []),
  ];
}

const RequestTime = ({ at }: { at: string }) => (
  <>
    <DateText at={at} />, {ageText(at)} ago
  </>
);

const AnnotatedValue = ({ typed, known }: { typed: string; known: string | undefined }) => (
  <>
    {typed}
    {known && <small className="known">{known}</small>}
  </>
);

function domainText({ evidence: { domain, organizations } }: AccountRequestDetails): string {
  if (domain === null) return "Public mail provider, so it does not identify an organization.";
  const colleagues = organizations.filter(({ people_at_domain }) => people_at_domain > 0);
  if (colleagues.length === 0) return `No user has an email address at ${domain}.`;
  return colleagues
    .map(
      ({ name, people_at_domain: count }) => `${count} ${count === 1 ? "person" : "people"} of ${name} at ${domain}.`,
    )
    .join(" ");
}

function serialText({ evidence: { serial, organizations } }: AccountRequestDetails): string | undefined {
  if (!serial) return undefined;
  const product = serial.product?.name ?? "A device";
  if (serial.verdict === "unknown") return "No product of ours has such serial numbers.";
  if (serial.verdict === "free") return `${product}, registered to nobody.`;
  const holder = organizations.find(({ has_device }) => has_device);
  return `${product}, registered to ${holder?.name ?? "an organization"}.`;
}

type Person = NonNullable<AccountRequestDetails["evidence"]["person"]>;

const personText = ({ name, is_active, organization: { id, name: org_name } }: Person) => (
  <>
    {name} of <a href={hrefOf(pages.organization, { org_id: id })}>{org_name}</a>
    {!is_active && ", inactive"}
  </>
);

const duplicateLabels = { email: "same address", domain: "same domain", serial: "same serial number" };

function Duplicates({ duplicates }: Pick<AccountRequestDetails["evidence"], "duplicates">) {
  return (
    <ul className="alike">
      {duplicates.map(({ id, first_name, last_name, status, created_at, same }) => (
        <li key={id}>
          <a href={hrefOf(pages.request, { request_id: id })}>
            {first_name} {last_name}
          </a>{" "}
          <RequestBadge status={status} />
          <small className="known">
            {same.map((each) => duplicateLabels[each]).join(", ")}, <DateText at={created_at} />
          </small>
        </li>
      ))}
    </ul>
  );
}

function DecisionSummary({ request: { id, status, decision } }: { request: AccountRequestDetails }) {
  const { by, organization, reason } = decision ?? {};
  return (
    <>
      <div>
        <p>
          {status === "approved" ? "Approved" : "Rejected"}
          {by && ` by ${by}`}
          {decision && (
            <>
              {" on "}
              <TimeText at={decision.at} />
            </>
          )}
          {organization && (
            <>
              {" for "}
              <a href={hrefOf(pages.organization, { org_id: organization.id })}>{organization.name}</a>
            </>
          )}
          .
        </p>
        {reason && <p className="told-reason">{reason}</p>}
      </div>
      <a className="button" href={hrefOf(pages.requests, {}, { after: id })}>
        Next request
      </a>
    </>
  );
}
