// All ways to begin, save and continue a notification, because they share one form.
import * as z from "zod/mini";
import { notificationChannels, roles } from "../../../db/enums.ts";
import { Field } from "../../../islands/ui/field.tsx";
import { CheckboxList } from "../../../islands/ui/fields/checkbox-list.tsx";
import { type Audience, audienceConditions } from "../../../worker/contract/entities/audience.ts";
import { BadRequest } from "../../../worker/contract/errors.ts";
import { email, isUuid, orgId, seenAt, uuid } from "../../../worker/contract/fields.ts";
import { readFindInput } from "../../../worker/contract/forms/finding.ts";
import {
  definitionOf,
  isWritten,
  type SendableType,
  sendableTypeNames,
} from "../../../worker/contract/notification-types.ts";
import { parseInput } from "../../../worker/contract/issue-messages.ts";
import type { MessagesByErrcode } from "../../../worker/contract/messages.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import type { Ctx } from "../../../worker/domain/context.ts";
import {
  countAudience,
  draftNotification,
  findRecipient,
  getDraft,
  listAudiences,
} from "../../../worker/domain/notifications/index.ts";
import { findOrganizations, type OrganizationName } from "../../../worker/domain/organizations/index.ts";
import type { Route } from "../../../worker/http/app-env.ts";
import type { Typed } from "../../../worker/http/flash.ts";
import { formPost } from "../../../worker/http/form.ts";
import { page } from "../../../worker/http/page.ts";
import { PageNotFound, Redirect } from "../../../worker/http/page-spec.ts";
import { compared, seenName } from "../../../worker/ui/forms/compared.ts";
import { fieldsOf } from "../../../worker/ui/forms/fields-of.ts";
import { VersionFields, SideBySide } from "../../../worker/ui/forms/version-fields.tsx";
import { FormGroup, FormLayout } from "../../../worker/ui/layouts/layouts.tsx";
import { PageHeader } from "../../../worker/ui/layouts/page-header.tsx";
import { consoleLayout } from "../../layouts.tsx";
import { channelText } from "../integrations/outbox.tsx";
import { OrganizationField } from "../organizations/organization-field.tsx";
import {
  type AudienceChoices,
  AudienceFields,
  conditionLabels,
  loadAudienceChoices,
  roleOptions,
} from "./audience-fields.tsx";
import { conditionNames, noConditions, readAudience, toAudience, valuesOfAudience } from "./audience-values.ts";
import { PayloadFields, payloadSchema, payloadLabels, valuesOf } from "./payload-fields.tsx";

/** Types with a sign-in link are sent only by the call that issues the link. */
const composable = sendableTypeNames.filter((type) => !definitionOf(type).is_secret);
const typeParams = z.object({ type: z.enum(sendableTypeNames) });

const ways = notificationChannels.map(
  (channel) => [channel, channel === "app" ? "In the app" : `By ${channelText[channel].toLowerCase()}`] as const,
);

/** The conditions of a saved audience replace the chosen ones. */
function withConditions(filled: URLSearchParams, conditions: Audience): URLSearchParams {
  const sent = new URLSearchParams(filled);
  for (const name of [...conditionNames, "org_id", "email"]) sent.delete(name);
  for (const [name, values] of Object.entries(valuesOfAudience(conditions)))
    for (const value of values) sent.append(name, value);
  return sent;
}

const valuesIn = (sent: URLSearchParams): Typed["values"] =>
  Object.fromEntries([...new Set(sent.keys())].map((name) => [name, sent.getAll(name)]));

type Named = readonly OrganizationName[];
const nameAmong = (named: Named) => (value: string) => named.find(({ id }) => id === value)?.name ?? value;

const fieldLabels = (type: SendableType, organizations: Named, choices: AudienceChoices) => ({
  email: "Email of a person",
  org_id: ["Organization", nameAmong(organizations)] as const,
  ...conditionLabels(choices),
  channels: ["Ways", (value: string) => nameIn(ways, value)] as const,
  ...payloadLabels(type),
});

const nameIn = (options: readonly (readonly [string, string])[], value: string): string =>
  options.find(([name]) => name === value)?.[1] ?? value;

const composePage = page({
  path: pages.composeNotification,
  access: "news:act",
  layout: consoleLayout,
  section: "Notifications",
  params: typeParams,
  query: z.object({ draft: z.optional(uuid()), org_id: z.optional(uuid()), email: z.optional(z.string()) }),
  async load({ ctx, url, params: { type }, query: { draft, org_id }, typed }) {
    if (!composable.includes(type)) throw new PageNotFound();
    const draftRoute = draft === undefined ? undefined : await getDraft(ctx, draft);
    const read = typed.getAll(seenName("org_id")).filter(isUuid);
    const initial = draftRoute ? draftRoute.audience : readAudience(url.searchParams);
    const list = typed.has("use") ? await listAudiences(ctx) : undefined;
    const used = list?.data.find(({ id }) => id === typed.get("audience"));
    const sent = used ? withConditions(typed, used.audience) : typed;
    const conditions = sent.size > 0 ? readAudience(sent) : initial;
    const [organizations, choices, saved, count] = await Promise.all([
      findOrganizations(ctx, readFindInput(sent, "org_id", draftRoute?.org_id ?? org_id), [
        ...read,
        ...(draftRoute?.org_id ? [draftRoute.org_id] : []),
      ]),
      loadAudienceChoices(ctx, sent, valuesOfAudience(initial ?? {}), url.searchParams),
      list ?? listAudiences(ctx),
      conditions && countAudience(ctx, conditions),
    ]);
    return {
      organizations,
      draftRoute,
      initial,
      sent,
      choices,
      saved: saved.data,
      count,
      key: crypto.randomUUID(),
    };
  },
  head: (_data, { params: { type } }) => ({ title: `${definitionOf(type).title} · CrunchBox`, no_store: true }),
  view(
    { organizations, draftRoute, initial, sent, choices, saved, count, key },
    { params: { type }, query, flash: drawn, typed: received },
  ) {
    const flash =
      drawn?.typed && sent !== received ? { ...drawn, typed: { ...drawn.typed, values: valuesIn(sent) } } : drawn;
    const { title, channels, kind } = definitionOf(type);
    // a sent notification is immutable, so edits create a new one
    const draft = draftRoute?.is_sent ? undefined : draftRoute;
    const current = {
      email: draftRoute?.email ?? query.email ?? "",
      org_id: draftRoute?.org_id ?? query.org_id ?? "",
      ...noConditions,
      ...valuesOfAudience(initial ?? {}),
      roles: draftRoute?.roles ?? initial?.roles ?? [],
      channels: draftRoute?.channels ?? channels,
      ...(draftRoute && valuesOf(draftRoute.payload)),
    };
    const { typed, rows } = draft
      ? compared(flash?.typed, draft.updated_at, current, fieldLabels(type, organizations.named, choices))
      : { typed: flash?.typed, rows: undefined };
    const fields = fieldsOf(typed, current);
    const id = draft?.id ?? (draftRoute ? key : fields.field("id").defaultValue || key);
    const { field, list } = fields;
    return (
      <>
        <PageHeader
          trail={[["Notifications", pages.adminNotifications]]}
          title={titles[type] ?? title}
          subtitle="Nothing is sent yet. The next step shows a preview and the number of recipients."
        />
        <FormLayout>
          <SideBySide rows={rows} href={hrefOf(pages.composeNotification, { type }, { draft: draft?.id })} />
          <form
            method="post"
            action={hrefOf(pages.composeNotification, { type }, { draft: draft?.id })}
            className="compose"
            noValidate
          >
            {/* Enter presses the first button (HTML, form submission) */}
            <button hidden aria-label="Preview and recipients" />
            <input type="hidden" name="id" value={id} />
            {draft && <VersionFields updated_at={draft.updated_at} values={current} />}
            <KindSection type={type} draft={draft?.id} />
            <FormGroup
              title="To"
              text="Enter one user’s email address, or choose an organization, roles, or both. Inactive users receive nothing."
            >
              <Field
                {...field("email")}
                label="Email of a person"
                type="email"
                is_optional
                autoComplete="off"
                maxLength={64}
              />
              <OrganizationField
                {...field("org_id")}
                organizations={organizations}
                none="Any organization"
                is_optional
                enter_sends
              />
              <CheckboxList {...list("roles")} label="Roles" is_optional options={roleOptions} />
            </FormGroup>
            <AudienceFields fields={fields} choices={choices} saved={saved} count={count} />
            <FormGroup
              title="How"
              text={
                ["news", "reminder"].includes(kind)
                  ? "Recipients who turned off reminders and news get it only in the app."
                  : "Sent to all recipients, even if they turned notifications off."
              }
            >
              <CheckboxList {...list("channels")} label="Ways" options={ways} />
            </FormGroup>
            <FormGroup title="Content" text="Names are filled in for each person.">
              <PayloadFields type={type} fields={fields} />
            </FormGroup>
            <button className="button">Preview and recipients</button>
          </form>
          <details>
            <summary>Choose another type</summary>
            <ul className="kinds">
              {composable.map((each) => (
                <li key={each}>
                  <a
                    href={hrefOf(pages.composeNotification, { type: each })}
                    aria-current={each === type ? "true" : undefined}
                  >
                    {definitionOf(each).title}
                  </a>
                </li>
              ))}
            </ul>
          </details>
        </FormLayout>
      </>
    );
  },
});

type Whom = Audience & { email?: string | undefined; org_id?: string | undefined };

/** A user by email, else `org_id` and `roles`, or an audience of any conditions. @throws BadRequest, USR_NOT_FOUND */
async function toRecipients(ctx: Ctx, { email: address, org_id, ...whom }: Whom) {
  const { roles: held, or_older: _orOlder, ...others } = whom;
  const used = Object.values(others).some((each) => each !== undefined);
  if (address !== undefined) {
    if (used || org_id !== undefined || held?.length)
      throw new BadRequest([{ code: "custom", path: ["email"], message: oneOrMany }]);
    return { user_id: await findRecipient(ctx, address) };
  }
  if (!used) return { org_id, roles: held?.length ? held : undefined };
  return { audience: toAudience({ ...whom, org_id }) };
}
const oneOrMany = "Enter the email of one person, or choose conditions, not both.";

const titles: Partial<Record<SendableType, string>> = {
  announcement: "Write an announcement",
  mustRead: "Write a must-read",
};

/** Switching between news and must-read keeps the input. */
function KindSection({ type, draft }: { type: SendableType; draft: string | undefined }) {
  if (!isWritten(type)) return null;
  const isMustRead = type === "mustRead";
  const other = isMustRead ? "announcement" : "mustRead";
  return (
    <FormGroup
      title={isMustRead ? "Must-read" : "News"}
      text={
        isMustRead
          ? "For safety, security and contracts only: everybody gets it, also people who turned reminders and news off. Its mail says why, and has no link to unsubscribe."
          : "People who turned reminders and news off get it only in the app, and its mail has a link to unsubscribe."
      }
    >
      <p>
        <button
          className="button quiet"
          name="kind"
          value={other}
          formAction={hrefOf(pages.composeNotification, { type: other }, { draft })}
        >
          {isMustRead ? "Make it news" : "Make it a must-read"}
        </button>
      </p>
    </FormGroup>
  );
}

const keep = (type: SendableType): Route =>
  formPost(
    {
      access: "news:act",
      body: z.object({
        id: uuid(),
        email: z.optional(email()),
        org_id: z.optional(orgId()),
        ...audienceConditions,
        roles: z.optional(z.array(z.enum(roles))),
        channels: z.array(z.enum(notificationChannels)).check(z.minLength(1, "Choose at least one channel.")),
        payload: payloadSchema(type),
        updated_at: seenAt(),
      }),
    },
    {
      path: pages.composeNotification,
      page: composePage,
      has_search: true,
      isQuery: (typed) => ["count", "kind", "use"].some((name) => typed.has(name)),
      async send(ctx, { body: { id, channels, payload, updated_at, ...whom } }) {
        return draftNotification(ctx, { id, channels, payload, updated_at, type, ...(await toRecipients(ctx, whom)) });
      },
      back: (draft) => (draft ? hrefOf(pages.adminNotification, { id: draft.id }) : pages.adminNotifications),
      refusal: ({ errcode, message }) => ({ message: (errcode && refusals[errcode]) ?? message }),
    },
  );

const refusals: MessagesByErrcode = {
  OBJECT_OUTDATED: "Another user changed or sent it after you opened it, so nothing was saved.",
  USR_NOT_FOUND: "No user has this email address.",
  NOTIFICATION_ERROR:
    "This has no recipients now. Choose a user, an organization, roles or other conditions, and a channel that reaches them.",
};

const forms = new Map<SendableType, Route>();

const draftRoute: Route = {
  method: "POST",
  path: pages.composeNotification,
  handle(c, next) {
    const parsed = parseInput(typeParams, c.req.param());
    if (!parsed.success || !composable.includes(parsed.data.type)) throw new PageNotFound();
    const { type } = parsed.data;
    const form = forms.get(type) ?? keep(type);
    forms.set(type, form);
    return form.handle(c, next);
  },
};

/** The short address of links that name conditions. */
const writePage = page({
  path: pages.writeNotification,
  access: "news:act",
  load({ url }): Promise<never> {
    throw new Redirect(hrefOf(pages.composeNotification, { type: "announcement" }) + url.search);
  },
  head: () => ({ title: "CrunchBox" }),
  view: () => <></>,
});

export const composeNotification = [writePage, composePage, draftRoute];
