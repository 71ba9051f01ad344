// The file is long because all ways to begin, save and continue a notification share one form.
import * as z from "zod/mini";
import { notificationChannels, roles } from "../../../db/enums.ts";
import { Field } from "../../../islands/ui/field.tsx";
import { CheckboxList } from "../../../islands/ui/fields/checkbox-list.tsx";
import { type Audience, audienceConditions } from "../../../worker/contract/entities/audience.ts";
import { BadRequest } from "../../../worker/contract/errors.ts";
import { email, isUuid, orgId, versionField, uuid } from "../../../worker/contract/fields.ts";
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
import type { TypedInput } from "../../../worker/http/flash.ts";
import { formPost } from "../../../worker/http/form.ts";
import { page } from "../../../worker/http/page.ts";
import { PageNotFound, Redirect } from "../../../worker/http/page-spec.ts";
import { mergeForm, originalFieldName } from "../../../worker/ui/forms/compared.ts";
import { buildFieldProps } from "../../../worker/ui/forms/fields-of.ts";
import { VersionFields, ConflictComparison } from "../../../worker/ui/forms/version-fields.tsx";
import { FormGroup, FormLayout } from "../../../worker/ui/layouts/layouts.tsx";
import { PageHeader } from "../../../worker/ui/layouts/page-header.tsx";
import { consoleLayout } from "../../layouts.tsx";
import { channelLabels } from "../integrations/outbox.tsx";
import { OrganizationField } from "../organizations/organization-field.tsx";
import {
  type AudienceChoices,
  AudienceFields,
  conditionLabels,
  loadAudienceChoices,
  roleOptions,
} from "./audience-fields.tsx";
import { conditionNames, noConditions, parseAudience, toAudience, audienceValues } from "./audience-values.ts";
import { PayloadFields, payloadSchema, payloadLabels, payloadValues } from "./payload-fields.tsx";

/** Types with a secret link, such as one to reset a password, are sent only by the call that issues the link. */
const composableTypes = sendableTypeNames.filter((type) => !definitionOf(type).is_secret);
const typeParams = z.object({ type: z.enum(sendableTypeNames) });

const channelOptions = notificationChannels.map(
  (channel) => [channel, channel === "app" ? "In the app" : `By ${channelLabels[channel].toLowerCase()}`] as const,
);

/** The conditions of a saved audience replace the selected ones. */
function withConditions(filled: URLSearchParams, conditions: Audience): URLSearchParams {
  const sent = new URLSearchParams(filled);
  for (const name of [...conditionNames, "org_id", "email"]) sent.delete(name);
  for (const [name, values] of Object.entries(audienceValues(conditions)))
    for (const value of values) sent.append(name, value);
  return sent;
}

const valuesIn = (sent: URLSearchParams): TypedInput["values"] =>
  Object.fromEntries([...new Set(sent.keys())].map((name) => [name, sent.getAll(name)]));

type OrganizationNames = readonly OrganizationName[];
const nameLookup = (named: OrganizationNames) => (value: string) => named.find(({ id }) => id === value)?.name ?? value;

const fieldLabels = (type: SendableType, organizations: OrganizationNames, choices: AudienceChoices) => ({
  email: "Email of a person",
  org_id: ["Organization", nameLookup(organizations)] as const,
  ...conditionLabels(choices),
  channels: ["Ways", (value: string) => labelFor(channelOptions, value)] as const,
  ...payloadLabels(type),
});

const labelFor = (options: readonly (readonly [string, string])[], value: string): string =>
  options.find(([name]) => name === value)?.[1] ?? value;

const composePage = page({
  path: pages.composeNotification,
  access: "news:act",
  layout: consoleLayout,
  section: "Notifications",
  params: typeParams,
  query: z.object({ draft: z.optional(uuid()), org_id: z.optional(uuid()), email: z.optional(z.string()) }),
  async load({ ctx, url, params: { type }, query: { draft, org_id }, typed }) {
    if (!composableTypes.includes(type)) throw new PageNotFound();
    const savedDraft = draft === undefined ? undefined : await getDraft(ctx, draft);
    if (savedDraft && !composableTypes.includes(savedDraft.type)) throw new PageNotFound();
    const seenOrgIds = typed.getAll(originalFieldName("org_id")).filter(isUuid);
    const initial = savedDraft ? savedDraft.audience : parseAudience(url.searchParams);
    const audiences = typed.has("use") ? await listAudiences(ctx) : undefined;
    const used = audiences?.data.find(({ id }) => id === typed.get("audience"));
    const sent = used ? withConditions(typed, used.audience) : typed;
    const conditions = sent.size > 0 ? parseAudience(sent) : initial;
    const [organizations, choices, saved, count] = await Promise.all([
      findOrganizations(ctx, readFindInput(sent, "org_id", savedDraft?.org_id ?? org_id), [
        ...seenOrgIds,
        ...(savedDraft?.org_id ? [savedDraft.org_id] : []),
      ]),
      loadAudienceChoices(ctx, sent, audienceValues(initial ?? {}), url.searchParams),
      audiences ?? listAudiences(ctx),
      conditions && countAudience(ctx, conditions),
    ]);
    return {
      organizations,
      savedDraft,
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
    { organizations, savedDraft, initial, sent, choices, saved, count, key },
    { params: { type }, query, flash: drawn, typed: received },
  ) {
    const flash =
      drawn?.typed && sent !== received ? { ...drawn, typed: { ...drawn.typed, values: valuesIn(sent) } } : drawn;
    const { title, channels, kind } = definitionOf(type);
    // a sent notification is immutable, so edits create a new one
    const draft = savedDraft?.is_sent ? undefined : savedDraft;
    const current = {
      email: savedDraft?.email ?? query.email ?? "",
      org_id: savedDraft?.org_id ?? query.org_id ?? "",
      ...noConditions,
      ...audienceValues(initial ?? {}),
      roles: savedDraft?.roles ?? initial?.roles ?? [],
      channels: savedDraft?.channels ?? channels,
      ...(savedDraft && payloadValues(savedDraft.payload)),
    };
    const { typed, rows } = draft
      ? mergeForm(flash?.typed, draft.updated_at, current, fieldLabels(type, organizations.named, choices))
      : { typed: flash?.typed, rows: undefined };
    const fields = buildFieldProps(typed, current);
    const id = draft?.id ?? (savedDraft ? key : fields.field("id").defaultValue || key);
    const { field, list } = fields;
    return (
      <>
        <PageHeader
          trail={[["Notifications", pages.adminNotifications]]}
          title={titles[type] ?? title}
          subtitle="Nothing is sent yet. The next step shows a preview and the number of recipients."
        />
        <FormLayout>
          <ConflictComparison rows={rows} href={hrefOf(pages.composeNotification, { type }, { draft: draft?.id })} />
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
              <CheckboxList {...list("channels")} label="Ways" options={channelOptions} />
            </FormGroup>
            <FormGroup title="Content" text="Names are filled in for each person.">
              <PayloadFields type={type} fields={fields} />
            </FormGroup>
            <button className="button">Preview and recipients</button>
          </form>
          <details>
            <summary>Choose another type</summary>
            <ul className="kinds">
              {composableTypes.map((each) => (
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

type RecipientInput = Audience & { email?: string | undefined; org_id?: string | undefined };

/** Recipients are given by email, by organization and roles, or by an audience. @throws BadRequest, USR_NOT_FOUND */
async function resolveRecipients(ctx: Ctx, { email: address, org_id, ...whom }: RecipientInput) {
  const { roles: chosenRoles, or_older: _orOlder, ...others } = whom;
  const hasConditions = Object.values(others).some((each) => each !== undefined);
  if (address !== undefined) {
    if (hasConditions || org_id !== undefined || chosenRoles?.length)
      throw new BadRequest([{ code: "custom", path: ["email"], message: oneOrManyMessage }]);
    return { user_id: await findRecipient(ctx, address) };
  }
  if (!hasConditions) return { org_id, roles: chosenRoles?.length ? chosenRoles : undefined };
  return { audience: toAudience({ ...whom, org_id }) };
}
const oneOrManyMessage = "Enter the email of one person, or choose conditions, not both.";

const titles: Partial<Record<SendableType, string>> = {
  announcement: "Write an announcement",
  mustRead: "Write a must-read",
};

/** Switching between news and must-read retains the form's input. */
function KindSection({ type, draft }: { type: SendableType; draft: string | undefined }) {
  if (!isWritten(type)) return null;
  const isMustRead = type === "mustRead";
  const otherType = isMustRead ? "announcement" : "mustRead";
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
          value={otherType}
          formAction={hrefOf(pages.composeNotification, { type: otherType }, { draft })}
        >
          {isMustRead ? "Make it news" : "Make it a must-read"}
        </button>
      </p>
    </FormGroup>
  );
}

const draftForm = (type: SendableType): Route =>
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
        updated_at: versionField(),
      }),
    },
    {
      path: pages.composeNotification,
      page: composePage,
      has_search: true,
      isQuery: (typed) => ["count", "kind", "use"].some((name) => typed.has(name)),
      async send(ctx, { body: { id, channels, payload, updated_at, ...whom } }) {
        return draftNotification(ctx, {
          id,
          channels,
          payload,
          updated_at,
          type,
          ...(await resolveRecipients(ctx, whom)),
        });
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

const draftForms = new Map<SendableType, Route>();

const draftRoute: Route = {
  method: "POST",
  path: pages.composeNotification,
  handle(c, next) {
    const parsed = parseInput(typeParams, c.req.param());
    if (!parsed.success || !composableTypes.includes(parsed.data.type)) throw new PageNotFound();
    const { type } = parsed.data;
    const form = draftForms.get(type) ?? draftForm(type);
    draftForms.set(type, form);
    return form.handle(c, next);
  },
};

/** Redirects with the query, so that links to the announcement form need not name the type. */
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
