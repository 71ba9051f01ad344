import * as z from "zod/mini";
import { browserName } from "../../worker/contract/people/browser-names.ts";
import { placeName } from "../../worker/contract/people/place-name.ts";
import { securityEventWords } from "../../worker/contract/people/security-event-words.ts";
import { uuid } from "../../worker/contract/fields.ts";
import { hrefOf, pages } from "../../worker/contract/pages.ts";
import { listSecurityEvents as contract } from "../../worker/contract/v1/sso/security-events.ts";
import {
  listOrgUserSecurityEvents,
  listSecurityEvents,
  type SecurityEvent,
} from "../../worker/domain/identity/index.ts";
import { getOrgUser } from "../../worker/domain/people/index.ts";
import { TimeText } from "../../worker/ui/date.tsx";
import { Badge } from "../../worker/ui/parts/badge.tsx";
import { settingsLayout } from "../layouts.tsx";
import { listRoutes } from "../list-routes.tsx";

const wordsOf = ({ kind, old_email, new_email }: SecurityEvent): string =>
  old_email && new_email ? `${securityEventWords[kind]} from ${old_email} to ${new_email}` : securityEventWords[kind];

const newIn = ({ is_new_browser, is_new_country }: SecurityEvent): string | undefined => {
  if (is_new_country) return "New country";
  return is_new_browser ? "New browser" : undefined;
};

const browserOf = ({ user_agent }: SecurityEvent): string => (user_agent === null ? "" : browserName(user_agent));

function What({ event }: { event: SecurityEvent }) {
  const novelty = newIn(event);
  return (
    <>
      {wordsOf(event)} {novelty && <Badge tone="info">{novelty}</Badge>}
      {event.reported_at !== null && event.kind !== "reported" && <Badge tone="danger">Not them</Badge>}
    </>
  );
}

const shared = {
  layout: settingsLayout,
  query: contract.query,
};
const list = {
  title: "Security events",
  noun: ["event", "events"] as [string, string],
  id: ({ id }: SecurityEvent) => id,
  columns: [
    { label: "What", cell: (event: SecurityEvent) => <What event={event} />, csv: wordsOf },
    {
      label: "Where",
      cell: (event: SecurityEvent) => placeName(event) ?? "Unknown",
      csv: (event: SecurityEvent) => placeName(event) ?? "",
      on_phones: "note" as const,
    },
    { label: "Browser", cell: browserOf, csv: browserOf },
    {
      label: "When",
      cell: ({ created_at }: SecurityEvent) => <TimeText at={created_at} />,
      csv: ({ created_at }: SecurityEvent) => created_at,
      sort: "created_at",
      on_phones: "state" as const,
    },
  ],
  labels: { search: "City or browser" },
  empty: { drawing: "papers" as const, text: "Nothing happened in the last 90 days." },
  has_csv: true as const,
};

const own = listRoutes({
  ...shared,
  access: "session",
  not_impersonated: true,
  section: "Security",
  load: listSecurityEvents,
  load_head: async () => ({
    trail: [["Security", pages.sessions]],
    subtitle: "What happened to your account in the last 90 days.",
  }),
  list: { ...list, path: pages.securityEvents },
});

const person = z.object({ id: uuid() });
const ofPerson = listRoutes({
  ...shared,
  access: "manage_people",
  not_impersonated: true,
  section: "People",
  load: (ctx, query, { id }) => listOrgUserSecurityEvents(ctx, id, query),
  of: {
    params: person,
    async load(ctx, { id }) {
      const { first_name, last_name } = await getOrgUser(ctx, id);
      const name = `${first_name} ${last_name}`;
      return {
        title: `Security events of ${name}`,
        trail: [
          ["People", pages.people],
          [name, hrefOf(pages.person, { id })],
        ],
      };
    },
  },
  list: { ...list, path: pages.personSecurityEvents },
});

export const securityEvents = [...own, ...ofPerson];
