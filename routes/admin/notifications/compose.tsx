import * as z from "zod/mini";
import { notificationChannels, roles } from "../../../db/enums.ts";
import { Field } from "../../../islands/ui/field.tsx";
import { CheckboxList } from "../../../islands/ui/fields/checkbox-list.tsx";
import { email, isUuid, orgId, seenAt, uuid } from "../../../worker/contract/fields.ts";
import { readFindInput } from "../../../worker/contract/forms/finding.ts";
import {
  definitionOf,
  type NotificationType,
  notificationTypeNames,
} from "../../../worker/contract/notification-types.ts";
import { parseInput } from "../../../worker/contract/issue-messages.ts";
import type { MessagesByErrcode } from "../../../worker/contract/messages.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import { roleNames } from "../../../worker/contract/people/role-labels.ts";
import { draftNotification, findRecipient, getDraft } from "../../../worker/domain/notifications/index.ts";
import { findOrganizations, type OrganizationName } from "../../../worker/domain/organizations/index.ts";
import type { Route } from "../../../worker/http/app-env.ts";
import { formPost } from "../../../worker/http/form.ts";
import { page } from "../../../worker/http/page.ts";
import { PageNotFound } from "../../../worker/http/page-spec.ts";
import { compared, seenName } from "../../../worker/ui/forms/compared.ts";
import { fieldsOf } from "../../../worker/ui/forms/fields-of.ts";
import { VersionFields, SideBySide } from "../../../worker/ui/forms/version-fields.tsx";
import { FormGroup, FormLayout } from "../../../worker/ui/layouts/layouts.tsx";
import { PageHeader } from "../../../worker/ui/layouts/page-header.tsx";
import { consoleLayout } from "../../layouts.tsx";
import { channelText } from "../integrations/outbox.tsx";
import { OrganizationField } from "../organizations/organization-field.tsx";
import { PayloadFields, payloadSchema, payloadLabels, valuesOf } from "./payload-fields.tsx";

/** Types with a sign-in link are sent only by the call that issues the link. */
const composable = notificationTypeNames.filter((type) => !definitionOf(type).is_secret);
const typeParams = z.object({ type: z.enum(notificationTypeNames) });

const ways = notificationChannels.map(
  (channel) => [channel, channel === "app" ? "In the app" : `By ${channelText[channel].toLowerCase()}`] as const,
);

const fieldLabels = (type: NotificationType, organizations: readonly OrganizationName[]) => ({
  email: "Email of a person",
  org_id: ["Organization", (value: string) => organizations.find(({ id }) => id === value)?.name ?? value] as const,
  roles: ["Roles", (value: string) => nameIn(roleOptions, value)] as const,
  channels: ["Ways", (value: string) => nameIn(ways, value)] as const,
  ...payloadLabels(type),
});

const nameIn = (options: readonly (readonly [string, string])[], value: string): string =>
  options.find(([name]) => name === value)?.[1] ?? value;

const roleOptions = roles.map((role) => [role, roleNames[role]] as const);

const composePage = page({
  path: pages.composeNotification,
  access: "news:act",
  layout: consoleLayout,
  section: "Notifications",
  params: typeParams,
  query: z.object({ draft: z.optional(uuid()), org_id: z.optional(uuid()), email: z.optional(z.string()) }),
  async load({ ctx, params: { type }, query: { draft, org_id }, typed }) {
    if (!composable.includes(type)) throw new PageNotFound();
    const draftRoute = draft === undefined ? undefined : await getDraft(ctx, draft);
    const read = typed.getAll(seenName("org_id")).filter(isUuid);
    const organizations = await findOrganizations(ctx, readFindInput(typed, "org_id", draftRoute?.org_id ?? org_id), [
      ...read,
      ...(draftRoute?.org_id ? [draftRoute.org_id] : []),
    ]);
    return { organizations, draftRoute, key: crypto.randomUUID() };
  },
  head: (_data, { params: { type } }) => ({ title: `${definitionOf(type).title} · CrunchBox`, no_store: true }),
  view({ organizations, draftRoute, key }, { params: { type }, query, flash }) {
    const { title, channels, kind } = definitionOf(type);
    // a sent notification is immutable, so edits create a new one
    const draft = draftRoute?.is_sent ? undefined : draftRoute;
    const current = {
      email: draftRoute?.email ?? query.email ?? "",
      org_id: draftRoute?.org_id ?? query.org_id ?? "",
      roles: draftRoute?.roles ?? [],
      channels: draftRoute?.channels ?? channels,
      ...(draftRoute && valuesOf(draftRoute.payload)),
    };
    const { typed, rows } = draft
      ? compared(flash?.typed, draft.updated_at, current, fieldLabels(type, organizations.named))
      : { typed: flash?.typed, rows: undefined };
    const fields = fieldsOf(typed, current);
    const id = draft?.id ?? (draftRoute ? key : fields.field("id").defaultValue || key);
    const { field, list } = fields;
    return (
      <>
        <PageHeader
          trail={[["Notifications", pages.adminNotifications]]}
          title={type === "announcement" ? "Write an announcement" : title}
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
            <input type="hidden" name="id" value={id} />
            {draft && <VersionFields updated_at={draft.updated_at} values={current} />}
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

const keep = (type: NotificationType): Route =>
  formPost(
    {
      access: "news:act",
      body: z.object({
        id: uuid(),
        email: z.optional(email()),
        org_id: z.optional(orgId()),
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
      async send(ctx, { body: { email: address, org_id, roles: held, ...body } }) {
        const recipientName =
          address === undefined
            ? { org_id, roles: held?.length ? held : undefined }
            : { user_id: await findRecipient(ctx, address) };
        return draftNotification(ctx, { ...body, type, ...recipientName });
      },
      back: (draft) => (draft ? hrefOf(pages.adminNotification, { id: draft.id }) : pages.adminNotifications),
      refusal: ({ errcode, message }) => ({ message: (errcode && refusals[errcode]) ?? message }),
    },
  );

const refusals: MessagesByErrcode = {
  OBJECT_OUTDATED: "Another user changed or sent it after you opened it, so nothing was saved.",
  USR_NOT_FOUND: "No user has this email address.",
  NOTIFICATION_ERROR:
    "This has no recipients. Choose a user, an organization or roles, and a channel that reaches them.",
};

const forms = new Map<NotificationType, Route>();

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

export const composeNotification = [composePage, draftRoute];
