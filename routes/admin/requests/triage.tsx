import * as z from "zod/mini";
import { notFound } from "../../../worker/contract/errors.ts";
import { uuid } from "../../../worker/contract/fields.ts";
import { readFindInput } from "../../../worker/contract/forms/finding.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import { type AuditEntry, listObjectAudit } from "../../../worker/domain/platform/index.ts";
import type { ReadCtx } from "../../../worker/domain/context.ts";
import { findOrganizations } from "../../../worker/domain/organizations/index.ts";
import { listPriceLevelNames } from "../../../worker/domain/catalog/index.ts";
import { type NoteBoard, readNoteBoard, readTriage, type Triage } from "../../../worker/domain/people/index.ts";
import { page } from "../../../worker/http/page.ts";
import { Redirect } from "../../../worker/http/page-spec.ts";
import { ageText } from "../../../worker/ui/date.tsx";
import { ListScript } from "../../../worker/ui/island.tsx";
import { PageHeader } from "../../../worker/ui/layouts/page-header.tsx";
import { TriageLayout } from "../../../worker/ui/layouts/layouts.tsx";
import { EmptyState } from "../../../worker/ui/lists/empty-state.tsx";
import { KeysLine } from "../../../worker/ui/parts/keys.tsx";
import { consoleLayout } from "../../layouts.tsx";
import { todayIn } from "../invoices/today.ts";
import { noteForm } from "../notes/note-form.ts";
import { RequestReview } from "./case.tsx";
import type { ApprovalChoices } from "./organization-choice.tsx";

const pageSpec = { access: "requests:read", layout: consoleLayout, section: "Requests" } as const;
const head = ({ triage: { at_hand } }: TriageData) => ({
  title: `${at_hand ? `${at_hand.first_name} ${at_hand.last_name} · ` : ""}Account requests · CrunchBox`,
  no_store: true,
});

/**
 * `history` and `notes` are loaded only if the URL names the request; otherwise the load first selects a request from
 * the queue.
 */
type TriageData = { triage: Triage; choice: ApprovalChoices; history?: AuditEntry[]; notes?: NoteBoard };
const historyMax = 10;

async function load(
  ctx: ReadCtx,
  selection: Parameters<typeof readTriage>[1],
  typed: URLSearchParams,
): Promise<TriageData> {
  const [triageResult, organizations, levels] = await Promise.all([
    readTriage(ctx, selection),
    findOrganizations(ctx, readFindInput(typed, "org_id")),
    listPriceLevelNames(ctx),
  ]);
  return { triage: triageResult, choice: { organizations, levels } };
}

/** This URL showed the list before; bookmarks with these parameters redirect to the list. */
const listParams = ["search", "sort", "page", "format"];

/** Shows the oldest pending request, or after a decision the next one. */
export const triagePage = page({
  ...pageSpec,
  path: pages.requests,
  query: z.object({ after: z.optional(uuid()) }),
  async load({ ctx, query, url, typed }) {
    if (listParams.some((name) => url.searchParams.has(name))) throw new Redirect(pages.requestList + url.search);
    return load(ctx, { after: query.after }, typed);
  },
  head,
  view: (found, input) => <Screen {...found} {...toProps(input)} />,
});

export const requestPage = page({
  ...pageSpec,
  path: pages.request,
  params: z.object({ request_id: uuid() }),
  async load({ ctx, params, typed }) {
    const { request_id: id } = params;
    const [triageData, history, notes] = await Promise.all([
      load(ctx, { id }, typed),
      listObjectAudit(ctx, { subject_type: "account_request", subject_id: id, limit: historyMax }),
      readNoteBoard(ctx, "account_request", id),
    ]);
    if (!triageData.triage.at_hand) throw notFound("ACC_REQUEST_NOT_FOUND");
    return { ...triageData, history, notes };
  },
  head,
  view: (found, input) => <Screen {...found} {...toProps(input)} />,
});

export const requestNote = noteForm({
  subject_type: "account_request",
  path: pages.addRequestNote,
  param: "request_id",
  page: requestPage,
  back: (request_id) => hrefOf(pages.request, { request_id }),
});

const keys =
  "Keys: j and k move in the queue, Enter opens, x selects, a goes to Approve and Enter approves, r asks to reject.";

type ScreenProps = TriageData &
  Pick<Parameters<typeof RequestReview>[0], "flash" | "viewer" | "today"> & { waiting: number };

const toProps = ({ flash, layout, viewer, ctx }: ViewProps): Omit<ScreenProps, keyof TriageData> => ({
  flash,
  viewer,
  today: todayIn(ctx),
  waiting: layout.requests_waiting,
});
type ViewProps = Pick<ScreenProps, "flash" | "viewer"> & { layout: { requests_waiting: number }; ctx: ReadCtx };

function Screen({ triage: { at_hand, queue }, waiting, ...props }: ScreenProps) {
  const header = (
    <PageHeader
      title="Account requests"
      note={`${waiting.toLocaleString("en-US")} waiting`}
      subtitle={<a href={hrefOf(pages.requestList, {}, { status: "pending" })}>View as a list</a>}
    />
  );
  if (!at_hand)
    return (
      <>
        {header}
        <EmptyState drawing="people" action={{ label: "All requests", href: pages.requestList }}>
          No pending requests.
        </EmptyState>
      </>
    );
  const behind = waiting - queue.older - queue.rows.length;
  return (
    <>
      <ListScript />
      {header}
      <TriageLayout
        queue={queue.rows.map(({ id, first_name, last_name, org_name, created_at }) => ({
          id,
          name: `${first_name} ${last_name}`,
          note: org_name,
          age: ageText(created_at),
          href: hrefOf(pages.request, { request_id: id }),
        }))}
        beyond={{ before: queue.older, behind, href: hrefOf(pages.requestList, {}, waitingFirst) }}
        current={at_hand.id}
        {...(at_hand.status === "pending" && {
          selects: { form: "decide", name: "id", chosen: props.flash?.typed?.values["id"] },
        })}
      >
        <RequestReview request={at_hand} {...props} />
      </TriageLayout>
      <KeysLine text={keys} />
    </>
  );
}

const waitingFirst = { status: "pending", sort: "created_at" };
