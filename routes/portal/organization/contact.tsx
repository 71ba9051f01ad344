import * as z from "zod/mini";
import { contactEntry } from "../../../worker/contract/people/organization-fields.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import { getOwnOrganization, updateOwnOrganization } from "../../../worker/domain/organizations/index.ts";
import { formPost } from "../../../worker/http/form.ts";
import { page } from "../../../worker/http/page.ts";
import { PageHeader } from "../../../worker/ui/layouts/page-header.tsx";
import { settingsLayout } from "../../layouts.tsx";
import { entryAt, listVersion, positionParams, replaceEntry } from "./list-entries.ts";
import { ContactForm } from "./contact-form.tsx";

/** Any member may edit the contact (O-027). */
const contactPage = page({
  path: pages.ownContact,
  access: "session",
  layout: settingsLayout,
  section: "Organization",
  params: positionParams,
  async load({ ctx, params }) {
    const { updated_at, contacts } = await getOwnOrganization(ctx);
    return { updated_at, entry: entryAt(contacts, params.position) };
  },
  head: () => ({ title: "Contact · CrunchBox", no_store: true }),
  view: (data, { params, flash }) => (
    <>
      <PageHeader trail={[["Organization", pages.ownOrganization]]} title={data.entry?.name ?? "New contact"} />
      <ContactForm
        {...data}
        typed={flash?.typed}
        href={hrefOf(pages.ownContact, params)}
        removal={hrefOf(pages.removeContact, params)}
      />
    </>
  ),
});

const saveForm = formPost(
  { access: "session", params: positionParams, body: z.extend(contactEntry, listVersion) } as const,
  {
    path: pages.ownContact,
    page: contactPage,
    back: pages.ownOrganization,
    async send(ctx, { params, body: { updated_at, ...entry } }) {
      const { contacts: list } = await getOwnOrganization(ctx);
      await updateOwnOrganization(ctx, { contacts: replaceEntry<Contact>(list, params.position, entry), updated_at });
    },
    done: () => "The contact is saved.",
  },
);
type Contact = z.output<typeof contactEntry>;

const removeForm = formPost({ access: "session", params: positionParams, body: z.object(listVersion) } as const, {
  path: pages.removeContact,
  back: pages.ownOrganization,
  async send(ctx, { params, body: { updated_at } }) {
    const { contacts: list } = await getOwnOrganization(ctx);
    await updateOwnOrganization(ctx, { contacts: replaceEntry(list, params.position, null), updated_at });
  },
  done: () => "The contact is removed.",
});

export const ownContact = [contactPage, saveForm, removeForm];
