import * as z from "zod/mini";
import { Field } from "../../../islands/ui/field.tsx";
import { contactEntry } from "../../../worker/contract/people/organization-fields.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import { getOwnOrganization, updateOwnOrganization } from "../../../worker/domain/organizations/index.ts";
import { formPost } from "../../../worker/http/form.ts";
import { page } from "../../../worker/http/page.ts";
import { ConfirmForm } from "../../../worker/ui/forms/confirm-form.tsx";
import { compared } from "../../../worker/ui/forms/compared.ts";
import { fieldsOf } from "../../../worker/ui/forms/fields-of.ts";
import { SeenFields, SideBySide } from "../../../worker/ui/forms/side-by-side.tsx";
import { FormLayout } from "../../../worker/ui/layouts/layouts.tsx";
import { PageHeader } from "../../../worker/ui/layouts/page-header.tsx";
import { appLayout } from "../../layouts.tsx";
import { entryAt, position, seen, withEntry } from "./books.ts";

const words = { name: "Name", role: "What they do", email: "Email", phone: "Phone" };

/** One of the people whom the shop may ask for, or a new one; any member keeps the list (O-027). */
const shown = page({
  path: pages.ownContact,
  access: "session",
  layout: appLayout,
  section: "Organization",
  params: position,
  async load({ ctx, params }) {
    const { updated_at, contacts } = await getOwnOrganization(ctx);
    return { updated_at, entry: entryAt(contacts, params.position) };
  },
  head: () => ({ title: "Contact · CrunchBox", no_store: true }),
  view({ updated_at, entry }, { params, flash }) {
    const { name = "", email, phone, role } = entry ?? {};
    const current = { name, email: email ?? "", phone: phone ?? "", role: role ?? "" };
    const { typed, rows } = compared(flash?.typed, updated_at, current, words);
    const { field } = fieldsOf(typed, current);
    return (
      <>
        <PageHeader trail={[["Organization", pages.ownOrganization]]} title={entry?.name ?? "New contact"} />
        <FormLayout>
          <SideBySide rows={rows} href={hrefOf(pages.ownContact, params)} />
          <form method="post" action={hrefOf(pages.ownContact, params)} noValidate>
            <SeenFields updated_at={updated_at} values={current} />
            <Field {...field("name")} label="Name" maxLength={128} />
            <Field {...field("role")} label="What they do" is_optional maxLength={64} />
            <Field {...field("email")} label="Email" type="email" is_optional maxLength={254} />
            <Field {...field("phone")} label="Phone" type="tel" is_optional maxLength={16} />
            <button className="button">{entry ? "Save the contact" : "Add the contact"}</button>
          </form>
          {entry && (
            <ConfirmForm
              id="remove"
              label="Remove this contact"
              title={`Remove ${entry.name}?`}
              action={hrefOf(pages.removeContact, params)}
              confirm="Yes, remove it"
              is_dangerous
            >
              <p>We will not ask for them any more. If they have an account, it stays.</p>
              <input type="hidden" name="updated_at" value={updated_at} />
            </ConfirmForm>
          )}
        </FormLayout>
      </>
    );
  },
});

const save = formPost({ access: "session", params: position, body: z.extend(contactEntry, seen) } as const, {
  path: pages.ownContact,
  page: shown,
  back: pages.ownOrganization,
  async send(ctx, { params, body: { updated_at, ...entry } }) {
    const { contacts: list } = await getOwnOrganization(ctx);
    await updateOwnOrganization(ctx, { contacts: withEntry<Contact>(list, params.position, entry), updated_at });
  },
  done: () => "The contact is saved.",
});
type Contact = z.output<typeof contactEntry>;

const remove = formPost({ access: "session", params: position, body: z.object(seen) } as const, {
  path: pages.removeContact,
  back: pages.ownOrganization,
  async send(ctx, { params, body: { updated_at } }) {
    const { contacts: list } = await getOwnOrganization(ctx);
    await updateOwnOrganization(ctx, { contacts: withEntry(list, params.position, null), updated_at });
  },
  done: () => "The contact is removed.",
});

export const ownContact = [shown, save, remove];
