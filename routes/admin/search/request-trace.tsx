import { useContext } from "react";
import { can } from "../../../worker/contract/people/permissions.ts";
import { ConsoleViewer } from "../../../worker/ui/access.tsx";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import { listRequestMessages, type OutboxMessage } from "../../../worker/domain/notifications/index.ts";
import { type AuditEntry, listRequestAudit, listRequestErrors } from "../../../worker/domain/platform/index.ts";
import type { ReadCtx } from "../../../worker/domain/context.ts";
import { TimeText } from "../../../worker/ui/date.tsx";
import { type Column, Table } from "../../../worker/ui/lists/table.tsx";
import { Sentence } from "../../../worker/ui/parts/audit/sentence-text.tsx";
import { subjectPage } from "../../../worker/ui/parts/audit/subject-page.ts";
import { WaitingBadge } from "../../../worker/ui/parts/status-badges.tsx";

export type Trace = {
  entries: readonly AuditEntry[];
  messages: readonly OutboxMessage[];
  errors: Awaited<ReturnType<typeof listRequestErrors>>;
};

/** Problem pages and the header `x-request-id` name a request's id. */
export async function readTrace(ctx: ReadCtx, id: string): Promise<Trace> {
  const requestId = id.toLowerCase();
  const [entries, messages, errors] = await Promise.all([
    listRequestAudit(ctx, requestId),
    listRequestMessages(ctx, requestId),
    listRequestErrors(ctx, requestId),
  ]);
  return { entries, messages, errors };
}

export const isEmptyTrace = ({ entries, messages, errors }: Trace): boolean =>
  entries.length + messages.length + errors.length === 0;

export function RequestTrace({ trace }: { trace: Trace }) {
  const { entries, messages, errors } = trace;
  const viewer = useContext(ConsoleViewer);
  return (
    <section className="hits">
      <div className="title">
        <h2>Request</h2>
      </div>
      {isEmptyTrace(trace) ? (
        <p>
          No record, user or change has this id. If it is the number of a problem page, the request changed nothing. The
          log has its lines: filter them by <code>request_id</code>.
        </p>
      ) : (
        <p className="small">
          The log has its lines: filter them by <code>request_id</code>.
        </p>
      )}
      {entries.length > 0 && (
        <Table
          rows={entries}
          id={({ id }) => id}
          href={({ subject }) => {
            const found = subjectPage(subject);
            return found && can(viewer, found.access) ? found.href : undefined;
          }}
          columns={entryColumns}
        />
      )}
      {messages.length > 0 && (
        <Table
          rows={messages}
          id={({ id }) => id}
          href={({ id }) => hrefOf(pages.outboxMessage, { id })}
          columns={messageColumns}
        />
      )}
      {errors.length > 0 && (
        <Table
          rows={errors}
          id={({ id }) => id}
          href={({ id }) => hrefOf(pages.clientError, { id })}
          columns={errorColumns}
        />
      )}
    </section>
  );
}

const entryColumns: readonly Column<AuditEntry>[] = [
  { label: "Action", cell: (entry) => <Sentence entry={entry} /> },
  { label: "When", cell: ({ created_at }) => <TimeText at={created_at} />, on_phones: "hidden" },
];

const messageColumns: readonly Column<OutboxMessage>[] = [
  { label: "Unsent message to", cell: ({ recipient }) => recipient },
  { label: "Reason", cell: ({ last_error }) => last_error, on_phones: "note" },
  { label: "State", cell: ({ state }) => <WaitingBadge state={state} /> },
];

const errorColumns: readonly Column<Trace["errors"][number]>[] = [
  { label: "Browser error", cell: ({ message }) => message },
  { label: "Page", cell: ({ page }) => page ?? "Not reported", on_phones: "note" },
];
