import * as z from "zod/mini";
import { browserName } from "../../worker/contract/people/browser-names.ts";
import { placeName } from "../../worker/contract/people/place-name.ts";
import { securityEventLabels } from "../../worker/contract/people/security-event-words.ts";
import { uuid } from "../../worker/contract/fields.ts";
import { hrefOf, pages } from "../../worker/contract/pages.ts";
import { listSecurityEvents as contract } from "../../worker/contract/v1/sso/security-events.ts";
import {
  listOrgUserSecurityEvents,
  listSecurityEvents,
  type SecurityEvent,
} from "../../worker/domain/identity/index.ts";
import { getOrgUser } from "../../worker/domain/people/index.ts";
import { page } from "../../worker/http/page.ts";
import { TimeText } from "../../worker/ui/date.tsx";
import { Timeline } from "../../worker/ui/figures/timeline.tsx";
import { FormGroup, FormLayout } from "../../worker/ui/layouts/layouts.tsx";
import { PageHeader } from "../../worker/ui/layouts/page-header.tsx";
import { Badge } from "../../worker/ui/parts/badge.tsx";
import { settingsLayout } from "../layouts.tsx";
import { listRoutes } from "../list-routes.tsx";

const describeEvent = ({ kind, old_email, new_email }: SecurityEvent): string =>
  old_email && new_email ? `${securityEventLabels[kind]} from ${old_email} to ${new_email}` : securityEventLabels[kind];

const noveltyLabel = ({ is_new_browser, is_new_country }: SecurityEvent): string | undefined => {
  if (is_new_country) return "New country";
  return is_new_browser ? "New browser" : undefined;
};

const browserOf = ({ user_agent }: SecurityEvent): string => (user_agent === null ? "" : browserName(user_agent));

function EventLabel({ event }: { event: SecurityEvent }) {
  const novelty = noveltyLabel(event);
  return (
    <>
      {describeEvent(event)} {novelty && <Badge tone="info">{novelty}</Badge>}
      {event.reported_at !== null && event.kind !== "reported" && <Badge tone="danger">Not them</Badge>}
    </>
  );
}

const ownEvents = listRoutes({
  layout: settingsLayout,
  query: contract.query,
  access: "session",
  not_impersonated: true,
  section: "Security",
  load: listSecurityEvents,
  head: () => ({
    trail: [["Security", pages.sessions]],
    subtitle: "Sign-ins and changes to your account in the last 90 days.",
  }),
  list: {
    title: "Security events",
    noun: ["event", "events"],
    path: pages.securityEvents,
    id: ({ id }) => id,
    columns: [
      { label: "What", cell: (event) => <EventLabel event={event} />, csv: describeEvent },
      {
        label: "Where",
        cell: (event) => placeName(event) ?? "Unknown",
        csv: (event) => placeName(event) ?? "",
        on_phones: "note",
      },
      { label: "Browser", cell: browserOf, csv: browserOf },
      {
        label: "When",
        cell: ({ created_at }) => <TimeText at={created_at} />,
        csv: ({ created_at }) => created_at,
        sort: "created_at",
        on_phones: "state",
      },
    ],
    labels: { search: "City or browser" },
    empty: { drawing: "papers", text: "Nothing happened in the last 90 days." },
    has_csv: true,
  },
});

const toEntry = (event: SecurityEvent) => ({
  at: event.created_at,
  what: [describeEvent(event), noveltyLabel(event)?.toLowerCase(), placeName(event), browserOf(event)]
    .filter(Boolean)
    .join(", "),
});

/** Managers see the newest hundred events of each user. */
const personEventsPage = page({
  path: pages.personSecurityEvents,
  access: "manage_people",
  not_impersonated: true,
  layout: settingsLayout,
  section: "People",
  params: z.object({ id: uuid() }),
  async load({ ctx, params: { id } }) {
    const newest = { limit: 100, offset: 0, sort: "-created_at" };
    const [user, events] = await Promise.all([getOrgUser(ctx, id), listOrgUserSecurityEvents(ctx, id, newest)]);
    return { id, name: `${user.first_name} ${user.last_name}`, events: events.data };
  },
  head: ({ name }) => ({ title: `Security events of ${name} · CrunchBox`, no_store: true }),
  view: ({ id, name, events }) => (
    <>
      <PageHeader
        trail={[
          ["People", pages.people],
          [name, hrefOf(pages.person, { id })],
        ]}
        title={`Security events of ${name}`}
        subtitle="Sign-ins and changes to the account in the last 90 days."
      />
      <FormLayout>
        <FormGroup title="Events">
          {events.length === 0 ? <p>Nothing happened.</p> : <Timeline events={events.map(toEntry)} has_times />}
        </FormGroup>
      </FormLayout>
    </>
  ),
});

export const securityEvents = [...ownEvents, personEventsPage];
