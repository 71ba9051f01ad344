// The file is long because list, page and changes of saved audiences share one form.
import * as z from "zod/mini";
import { roles } from "../../../db/enums.ts";
import { Field } from "../../../islands/ui/field.tsx";
import { CheckboxList } from "../../../islands/ui/fields/checkbox-list.tsx";
import { audienceConditions } from "../../../worker/contract/entities/audience.ts";
import { unprocessable } from "../../../worker/contract/errors.ts";
import { orgId, versionField, uuid } from "../../../worker/contract/fields.ts";
import { readFindInput } from "../../../worker/contract/forms/finding.ts";
import { explain } from "../../../worker/contract/messages.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import { audienceText } from "../../../worker/contract/people/audience-text.ts";
import { can } from "../../../worker/contract/people/permissions.ts";
import * as contract from "../../../worker/contract/v1/admin/audiences.ts";
import {
  type AudienceCount,
  countAudience,
  createAudience,
  deleteAudience,
  getAudience,
  getDraft,
  listAudiences,
  type SavedAudience,
  updateAudience,
} from "../../../worker/domain/notifications/index.ts";
import { findOrganizations, type OrganizationChoices } from "../../../worker/domain/organizations/index.ts";
import { listObjectAudit } from "../../../worker/domain/platform/index.ts";
import type { Route } from "../../../worker/http/app-env.ts";
import type { TypedInput } from "../../../worker/http/flash.ts";
import { formPost } from "../../../worker/http/form.ts";
import { page } from "../../../worker/http/page.ts";
import type { PageRoute } from "../../../worker/http/page-spec.ts";
import { DateText } from "../../../worker/ui/date.tsx";
import { mergeForm } from "../../../worker/ui/forms/compared.ts";
import { ConfirmForm } from "../../../worker/ui/forms/confirm-form.tsx";
import { buildFieldProps } from "../../../worker/ui/forms/fields-of.ts";
import { SaveBar } from "../../../worker/ui/forms/save-bar.tsx";
import { ConflictComparison, VersionFields } from "../../../worker/ui/forms/version-fields.tsx";
import { FormGroup, ObjectLayout } from "../../../worker/ui/layouts/layouts.tsx";
import { PageHeader } from "../../../worker/ui/layouts/page-header.tsx";
import { EmptyState } from "../../../worker/ui/lists/empty-state.tsx";
import { Table } from "../../../worker/ui/lists/table.tsx";
import { History } from "../../../worker/ui/parts/history.tsx";
import { consoleLayout } from "../../layouts.tsx";
import { formatCount } from "../software/labels.ts";
import { OrganizationField } from "../organizations/organization-field.tsx";
import {
  type AudienceChoices,
  AudienceFields,
  conditionLabels,
  loadAudienceChoices,
  roleOptions,
} from "./audience-fields.tsx";
import { noConditions, parseAudience, toAudience, audienceValues, writeHref } from "./audience-values.ts";

const actsMax = 6;
const auditSubject = (id: string) => ({ subject_type: "audience", subject_id: id }) as const;
const { params } = contract.updateAudience;
const nameMax = 64;

const audienceSummary = ({ audience, audience_names }: SavedAudience) =>
  `People who ${audienceText(audience, audience_names)}`;
const authorText = ({ created_by: by }: SavedAudience) => (by ? `${by.first_name} ${by.last_name}` : "A former user");

const listPage = page({
  path: pages.audiences,
  access: "notifications:read",
  layout: consoleLayout,
  section: "Notifications",
  load: ({ ctx }) => listAudiences(ctx),
  head: () => ({ title: "Saved audiences · Console · CrunchBox", no_store: true }),
  view: ({ data }) => (
    <>
      <PageHeader
        trail={[["Notifications", pages.adminNotifications]]}
        title="Saved audiences"
        subtitle="Conditions with a name. A notification copies them, and who meets them is looked up when it is sent."
      />
      {data.length === 0 ? (
        <EmptyState drawing="people">
          No audiences yet. Write a notification to people by conditions, and save them from its preview.
        </EmptyState>
      ) : (
        <Table
          rows={data}
          id={({ id }) => id}
          href={({ id }) => hrefOf(pages.audience, { id })}
          columns={[
            { label: "Name", cell: ({ name }) => name },
            { label: "Conditions", cell: audienceSummary, on_phones: "note" },
            { label: "Saved by", cell: authorText, on_phones: "hidden" },
            { label: "Since", cell: ({ created_at }) => <DateText at={created_at} />, on_phones: "hidden" },
          ]}
        />
      )}
    </>
  ),
});

const audiencePage = page({
  path: pages.audience,
  access: "notifications:read",
  layout: consoleLayout,
  section: "Notifications",
  params,
  async load({ ctx, params: { id }, typed }) {
    const [saved, acts] = await Promise.all([
      getAudience(ctx, id),
      listObjectAudit(ctx, { ...auditSubject(id), limit: actsMax }),
    ]);
    const current = audienceValues(saved.audience);
    const conditions = typed.has("count") ? parseAudience(typed) : undefined;
    const [count, counted_now, choices, organizations] = await Promise.all([
      countAudience(ctx, saved.audience),
      conditions && countAudience(ctx, conditions),
      loadAudienceChoices(ctx, typed, current),
      findOrganizations(ctx, readFindInput(typed, "org_id")),
    ]);
    return { saved, acts, count, counted_now, choices, organizations };
  },
  head: ({ saved: { name } }) => ({ title: `${name} · Saved audiences · Console · CrunchBox`, no_store: true }),
  view({ saved, acts, count: { people, organizations }, ...form }, { flash, viewer }) {
    const { id, name, audience } = saved;
    const canAct = can(viewer, "news:act");
    return (
      <>
        <PageHeader
          trail={[
            ["Notifications", pages.adminNotifications],
            ["Saved audiences", pages.audiences],
          ]}
          title={name}
          subtitle={`${audienceSummary(saved)}. ${people === 0 ? "Nobody" : `${formatCount(people, "person", "people")} of ${formatCount(organizations, "organization")}`} now.`}
          action={
            canAct && (
              <a className="button" href={writeHref(audience)}>
                Write to them
              </a>
            )
          }
        />
        <ObjectLayout aside={<History entries={acts} more={hrefOf(pages.audit, {}, auditSubject(id))} />}>
          {canAct && (
            <>
              <AudienceForm saved={saved} {...form} typed={flash?.typed} />
              <section>
                <h2>Delete</h2>
                <ConfirmForm
                  id="delete"
                  label="Delete the audience"
                  title={`Delete ${name}?`}
                  action={hrefOf(pages.deleteAudience, { id })}
                  confirm="Delete it"
                  is_dangerous
                >
                  <p>Notifications that were written to it keep their conditions.</p>
                </ConfirmForm>
              </section>
            </>
          )}
        </ObjectLayout>
      </>
    );
  },
});

type AudienceFormProps = {
  saved: SavedAudience;
  choices: AudienceChoices;
  organizations: OrganizationChoices;
  counted_now: AudienceCount | undefined;
  typed: TypedInput | undefined;
};

function AudienceForm({ saved, choices, organizations, counted_now, typed: input }: AudienceFormProps) {
  const { id, name, audience, updated_at } = saved;
  const href = hrefOf(pages.audience, { id });
  const current = { name, ...noConditions, ...audienceValues(audience), org_id: "" };
  const { typed, rows } = mergeForm(input, updated_at, current, { name: "Name", ...conditionLabels(choices) });
  const fields = buildFieldProps(typed, current);
  const { field, list } = fields;
  return (
    <>
      <ConflictComparison rows={rows} href={href} />
      <form method="post" action={href} noValidate className="compose">
        <VersionFields updated_at={updated_at} values={current} />
        {/* Enter presses the first button (HTML, form submission) */}
        <button hidden aria-label="Save" />
        <FormGroup title="Name">
          <Field {...field("name")} label="Name" maxLength={nameMax} autoComplete="off" />
        </FormGroup>
        <FormGroup title="To" text="Roles and organizations; without any, people of all of them.">
          <CheckboxList {...list("roles")} label="Roles" is_optional options={roleOptions} />
          <OrganizationField
            {...field("org_id")}
            organizations={organizations}
            label="Add an organization"
            is_optional
            enter_sends
          />
        </FormGroup>
        <AudienceFields fields={fields} choices={choices} count={counted_now} />
        <SaveBar label="Save the audience" discard={href} typed={typed} current={current}>
          <button className="button quiet" name="as_new" value="true">
            Save as new
          </button>
        </SaveBar>
      </form>
    </>
  );
}

const saveBody = z.object({
  name: contract.createAudience.body.shape.name,
  ...audienceConditions,
  roles: z.optional(z.array(z.enum(roles))),
  org_id: z.optional(orgId()),
  as_new: z.optional(z.boolean()),
  updated_at: versionField(),
});

const changeForm = formPost({ ...contract.updateAudience, body: saveBody } as const, {
  path: pages.audience,
  page: audiencePage,
  has_search: true,
  isQuery: (typed) => typed.has("count"),
  send: (ctx, { params: { id }, body: { name: called, as_new, updated_at, ...conditions } }) => {
    const audience = toAudience(conditions);
    return as_new
      ? createAudience(ctx, { name: called, audience })
      : updateAudience(ctx, id, { name: called, audience, updated_at });
  },
  back: (saved, c) => hrefOf(pages.audience, { id: saved?.id ?? c.req.param("id") ?? "" }),
  done: (saved) => `${saved.name} is saved.`,
  refusal: ({ status, ...refused }, typed) => ({
    message:
      refused.errcode === "AUDIENCE_EXISTS" && typed.has("as_new")
        ? "An audience with this name already exists. Give the new one another name."
        : explain(status, refused),
  }),
});

const removeForm = formPost(contract.deleteAudience, {
  path: pages.deleteAudience,
  page: audiencePage,
  send: (ctx, { params: { id } }) => deleteAudience(ctx, id),
  back: pages.audiences,
  done: () => "The audience is deleted.",
});

export const savedAudiences = [listPage, audiencePage, changeForm, removeForm];

export const SaveAudienceForm = ({ id, typed }: { id: string; typed: TypedInput | undefined }) => (
  <details open={typed !== undefined}>
    <summary>Save this audience</summary>
    <form method="post" action={hrefOf(pages.saveAudience, { id })} noValidate className="form-layout">
      <Field
        {...buildFieldProps(typed).field("name")}
        label="Name of the audience"
        maxLength={nameMax}
        autoComplete="off"
      />
      <button className="button quiet">Save it</button>
    </form>
  </details>
);

/** The audience gets the conditions of the notification. */
export const saveForm = (notificationPage: PageRoute): Route =>
  formPost(
    {
      access: contract.createAudience.access,
      params: z.object({ id: uuid() }),
      body: z.object({ name: contract.createAudience.body.shape.name }),
    },
    {
      path: pages.saveAudience,
      page: notificationPage,
      readFirst: (ctx, { id }) => getDraft(ctx, id),
      async send(ctx, { body }, _c, { audience }) {
        if (!audience) throw unprocessable("NOTIFICATION_ERROR");
        return createAudience(ctx, { ...body, audience });
      },
      back: (_saved, c) => hrefOf(pages.adminNotification, { id: c.req.param("id") ?? "" }),
      done: (saved) => ({
        message: `${saved.name} is saved.`,
        link: ["Saved audiences", pages.audiences],
      }),
    },
  );
