import * as z from "zod/mini";
import { uuid } from "../../../worker/contract/fields.ts";
import { addressBookEntry, contactEntry } from "../../../worker/contract/people/organization-fields.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import { getOrganization, updateOrganization } from "../../../worker/domain/organizations/index.ts";
import type { AppContext } from "../../../worker/http/app-env.ts";
import { formPost } from "../../../worker/http/form.ts";
import { page } from "../../../worker/http/page.ts";
import { PageHeader } from "../../../worker/ui/layouts/page-header.tsx";
import { consoleLayout } from "../../layouts.tsx";
import { AddressForm } from "../../portal/organization/address-form.tsx";
import { entryAt, listVersion, positionParams, replaceEntry } from "../../portal/organization/list-entries.ts";
import { ContactForm } from "../../portal/organization/contact-form.tsx";

const params = z.extend(positionParams, { org_id: uuid() });
const pageSpec = { access: "organizations:act", layout: consoleLayout, section: "Organizations", params } as const;
const organizationHref = (org_id: string) => hrefOf(pages.organization, { org_id });
const back = (_result: unknown, c: AppContext) => organizationHref(c.req.param("org_id") ?? "");
const buildTrail = ({ id, name }: { id: string; name: string }) =>
  [
    ["Organizations", pages.organizations],
    [name, organizationHref(id)],
  ] as const;

const addressPage = page({
  ...pageSpec,
  path: pages.organizationAddress,
  async load({ ctx, params: { org_id, position: at } }) {
    const organization = await getOrganization(ctx, org_id);
    return { organization, entry: entryAt(organization.addressBooks, at) };
  },
  head: () => ({ title: "Address · Console · CrunchBox", no_store: true }),
  view: ({ organization, entry }, { params: entryParams, flash }) => (
    <>
      <PageHeader trail={buildTrail(organization)} title={entry ? "Address" : "New address"} />
      <AddressForm
        entry={entry}
        updated_at={organization.updated_at}
        typed={flash?.typed}
        href={hrefOf(pages.organizationAddress, entryParams)}
        removal={hrefOf(pages.removeOrganizationAddress, entryParams)}
      />
    </>
  ),
});

const saveAddressForm = formPost(
  { access: "organizations:act", params, body: z.extend(addressBookEntry, listVersion) } as const,
  {
    path: pages.organizationAddress,
    page: addressPage,
    back,
    async send(ctx, { params: { org_id, position: at }, body: { updated_at, phone, ...entry } }) {
      const { addressBooks: list } = await getOrganization(ctx, org_id);
      const addressBooks = replaceEntry(list, at, { ...entry, phone: phone ?? null });
      await updateOrganization(ctx, org_id, { addressBooks, updated_at });
    },
    done: () => "The address is saved.",
  },
);

const removeAddressForm = formPost({ access: "organizations:act", params, body: z.object(listVersion) } as const, {
  path: pages.removeOrganizationAddress,
  back,
  async send(ctx, { params: { org_id, position: at }, body: { updated_at } }) {
    const { addressBooks: list } = await getOrganization(ctx, org_id);
    await updateOrganization(ctx, org_id, { addressBooks: replaceEntry(list, at, null), updated_at });
  },
  done: () => "The address is removed.",
});

const contactPage = page({
  ...pageSpec,
  path: pages.organizationContact,
  async load({ ctx, params: { org_id, position: at } }) {
    const organization = await getOrganization(ctx, org_id);
    return { organization, entry: entryAt(organization.contacts, at) };
  },
  head: () => ({ title: "Contact · Console · CrunchBox", no_store: true }),
  view: ({ organization, entry }, { params: entryParams, flash }) => (
    <>
      <PageHeader trail={buildTrail(organization)} title={entry?.name ?? "New contact"} />
      <ContactForm
        entry={entry}
        updated_at={organization.updated_at}
        typed={flash?.typed}
        href={hrefOf(pages.organizationContact, entryParams)}
        removal={hrefOf(pages.removeOrganizationContact, entryParams)}
      />
    </>
  ),
});

type Contact = z.output<typeof contactEntry>;

const saveContactForm = formPost(
  { access: "organizations:act", params, body: z.extend(contactEntry, listVersion) } as const,
  {
    path: pages.organizationContact,
    page: contactPage,
    back,
    async send(ctx, { params: { org_id, position: at }, body: { updated_at, ...entry } }) {
      const { contacts: list } = await getOrganization(ctx, org_id);
      await updateOrganization(ctx, org_id, { contacts: replaceEntry<Contact>(list, at, entry), updated_at });
    },
    done: () => "The contact is saved.",
  },
);

const removeContactForm = formPost({ access: "organizations:act", params, body: z.object(listVersion) } as const, {
  path: pages.removeOrganizationContact,
  back,
  async send(ctx, { params: { org_id, position: at }, body: { updated_at } }) {
    const { contacts: list } = await getOrganization(ctx, org_id);
    await updateOrganization(ctx, org_id, { contacts: replaceEntry(list, at, null), updated_at });
  },
  done: () => "The contact is removed.",
});

export const addressesAndContacts = [
  addressPage,
  saveAddressForm,
  removeAddressForm,
  contactPage,
  saveContactForm,
  removeContactForm,
];
