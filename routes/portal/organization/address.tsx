import * as z from "zod/mini";
import { formAddress } from "../../../worker/contract/forms/form-address.ts";
import { addressBookEntry } from "../../../worker/contract/people/organization-fields.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import { getOwnOrganization, updateOwnOrganization } from "../../../worker/domain/organizations/index.ts";
import { formPost } from "../../../worker/http/form.ts";
import { page } from "../../../worker/http/page.ts";
import { PageHeader } from "../../../worker/ui/layouts/page-header.tsx";
import { settingsLayout } from "../../layouts.tsx";
import { AddressForm } from "./address-form.tsx";
import { entryAt, listVersion, positionParams, replaceEntry } from "./list-entries.ts";

/** Any member may edit the address (O-027). */
const addressPage = page({
  path: pages.ownAddress,
  access: "session",
  layout: settingsLayout,
  section: "Addresses",
  params: positionParams,
  async load({ ctx, params }) {
    const { updated_at, addressBooks } = await getOwnOrganization(ctx);
    return { updated_at, entry: entryAt(addressBooks, params.position) };
  },
  head: () => ({ title: "Address · CrunchBox", no_store: true }),
  view: (data, { params, flash }) => (
    <>
      <PageHeader trail={[["Addresses", pages.ownAddresses]]} title={data.entry ? "Address" : "New address"} />
      <AddressForm
        {...data}
        typed={flash?.typed}
        href={hrefOf(pages.ownAddress, params)}
        removal={hrefOf(pages.removeAddress, params)}
      />
    </>
  ),
});

const saveForm = formPost(
  {
    access: "session",
    params: positionParams,
    body: z.extend(addressBookEntry, { ...listVersion, address: formAddress() }),
  } as const,
  {
    path: pages.ownAddress,
    page: addressPage,
    back: pages.ownAddresses,
    async send(ctx, { params, body: { updated_at, address, phone } }) {
      const { addressBooks: list } = await getOwnOrganization(ctx);
      const addressBooks = replaceEntry(list, params.position, { address, phone: phone ?? null });
      await updateOwnOrganization(ctx, { addressBooks, updated_at });
    },
    done: () => "The address is saved.",
  },
);

const removeForm = formPost({ access: "session", params: positionParams, body: z.object(listVersion) } as const, {
  path: pages.removeAddress,
  back: pages.ownAddresses,
  async send(ctx, { params, body: { updated_at } }) {
    const { addressBooks: list } = await getOwnOrganization(ctx);
    await updateOwnOrganization(ctx, { addressBooks: replaceEntry(list, params.position, null), updated_at });
  },
  done: () => "The address is removed.",
});

export const ownAddress = [addressPage, saveForm, removeForm];
