import * as z from "zod/mini";
import { Field } from "../../../islands/ui/field.tsx";
import { unprocessable } from "../../../worker/contract/errors.ts";
import { uuid } from "../../../worker/contract/fields.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import { audienceText } from "../../../worker/contract/people/audience-text.ts";
import { can } from "../../../worker/contract/people/permissions.ts";
import * as contract from "../../../worker/contract/v1/admin/audiences.ts";
import {
  countAudience,
  createAudience,
  deleteAudience,
  getAudience,
  getDraft,
  listAudiences,
  type SavedAudience,
  updateAudience,
} from "../../../worker/domain/notifications/index.ts";
import { listObjectAudit } from "../../../worker/domain/platform/index.ts";
import type { Route } from "../../../worker/http/app-env.ts";
import type { Typed } from "../../../worker/http/flash.ts";
import { formPost } from "../../../worker/http/form.ts";
import { page } from "../../../worker/http/page.ts";
import type { PageRoute } from "../../../worker/http/page-spec.ts";
import { DateText } from "../../../worker/ui/date.tsx";
import { compared } from "../../../worker/ui/forms/compared.ts";
import { ConfirmForm } from "../../../worker/ui/forms/confirm-form.tsx";
import { fieldsOf } from "../../../worker/ui/forms/fields-of.ts";
import { SideBySide, VersionFields } from "../../../worker/ui/forms/version-fields.tsx";
import { FormGroup, ObjectLayout } from "../../../worker/ui/layouts/layouts.tsx";
import { PageHeader } from "../../../worker/ui/layouts/page-header.tsx";
import { EmptyState } from "../../../worker/ui/lists/empty-state.tsx";
import { Table } from "../../../worker/ui/lists/table.tsx";
import { History } from "../../../worker/ui/parts/history.tsx";
import { consoleLayout } from "../../layouts.tsx";
import { counted } from "../software/labels.ts";
import { writeHref } from "./audience-values.ts";

const actsShown = 6;
const about = (id: string) => ({ subject_type: "audience", subject_id: id }) as const;
const { params } = contract.updateAudience;
const nameMax = 64;

const whoText = ({ audience, audience_names }: SavedAudience) => `People who ${audienceText(audience, audience_names)}`;
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
            { label: "Conditions", cell: whoText, on_phones: "note" },
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
  async load({ ctx, params: { id } }) {
    const [saved, acts] = await Promise.all([
      getAudience(ctx, id),
      listObjectAudit(ctx, { ...about(id), limit: actsShown }),
    ]);
    return { saved, acts, count: await countAudience(ctx, saved.audience) };
  },
  head: ({ saved: { name } }) => ({ title: `${name} · Saved audiences · Console · CrunchBox`, no_store: true }),
  view({ saved, acts, count: { people, organizations } }, { flash, viewer }) {
    const { id, name, audience, updated_at } = saved;
    const canAct = can(viewer, "news:act");
    return (
      <>
        <PageHeader
          trail={[
            ["Notifications", pages.adminNotifications],
            ["Saved audiences", pages.audiences],
          ]}
          title={name}
          subtitle={`${whoText(saved)}. ${counted(people, "person", "people")} of ${counted(organizations, "organization")} now.`}
          action={
            canAct && (
              <a className="button" href={writeHref(audience)}>
                Write to them
              </a>
            )
          }
        />
        <ObjectLayout aside={<History entries={acts} more={hrefOf(pages.audit, {}, about(id))} />}>
          {canAct && (
            <>
              <RenameForm id={id} name={name} updated_at={updated_at} typed={flash?.typed} />
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

type RenameProps = { id: string; name: string; updated_at: string; typed: Typed | undefined };

function RenameForm({ id, name, updated_at, typed: input }: RenameProps) {
  const href = hrefOf(pages.audience, { id });
  const { typed, rows } = compared(input, updated_at, { name }, { name: "Name" });
  return (
    <>
      <SideBySide rows={rows} href={href} />
      <form method="post" action={href} noValidate className="form-layout">
        <VersionFields updated_at={updated_at} values={{ name }} />
        <FormGroup title="Name">
          <Field {...fieldsOf(typed, { name }).field("name")} label="Name" maxLength={nameMax} autoComplete="off" />
        </FormGroup>
        <button className="button">Rename the audience</button>
      </form>
    </>
  );
}

const { updated_at: seen, name } = contract.updateAudience.body.shape;

const rename = formPost({ ...contract.updateAudience, body: z.object({ name, updated_at: seen }) } as const, {
  path: pages.audience,
  page: audiencePage,
  send: (ctx, { params: { id }, body }) => updateAudience(ctx, id, body),
  back: (_result, c) => hrefOf(pages.audience, { id: c.req.param("id") ?? "" }),
  done: (renamed) => `It is called ${renamed.name} now.`,
});

const remove = formPost(contract.deleteAudience, {
  path: pages.deleteAudience,
  page: audiencePage,
  send: (ctx, { params: { id } }) => deleteAudience(ctx, id),
  back: pages.audiences,
  done: () => "The audience is deleted.",
});

export const savedAudiences = [listPage, audiencePage, rename, remove];

export const SaveAudience = ({ id, typed }: { id: string; typed: Typed | undefined }) => (
  <details open={typed !== undefined}>
    <summary>Save this audience</summary>
    <form method="post" action={hrefOf(pages.saveAudience, { id })} noValidate className="form-layout">
      <Field {...fieldsOf(typed).field("name")} label="Name of the audience" maxLength={nameMax} autoComplete="off" />
      <button className="button quiet">Save it</button>
    </form>
  </details>
);

/** Saves the conditions of a notification. */
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
