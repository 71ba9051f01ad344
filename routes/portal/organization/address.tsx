import * as z from "zod/mini";
import { addressLines } from "../../../islands/lib/address.ts";
import { Field } from "../../../islands/ui/field.tsx";
import { addressBookEntry } from "../../../worker/contract/people/organization-fields.ts";
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
import { AddressFields, addressValues, addressWords } from "./address-fields.tsx";
import { entryAt, position, seen, withEntry } from "./books.ts";

/** One address of the organization's book, or a new one; any member keeps the book (O-027). */
const shown = page({
  path: pages.ownAddress,
  access: "session",
  layout: appLayout,
  section: "Organization",
  params: position,
  async load({ ctx, params }) {
    const { updated_at, addressBooks } = await getOwnOrganization(ctx);
    return { updated_at, entry: entryAt(addressBooks, params.position) };
  },
  head: () => ({ title: "Address · CrunchBox", no_store: true }),
  view({ updated_at, entry }, { params, flash }) {
    const current = { ...addressValues(entry?.address), phone: entry?.phone ?? "" };
    const { typed, rows } = compared(flash?.typed, updated_at, current, { ...addressWords, phone: "Phone" });
    const { field } = fieldsOf(typed, current);
    return (
      <>
        <PageHeader trail={[["Organization", pages.ownOrganization]]} title={entry ? "Address" : "New address"} />
        <FormLayout>
          <SideBySide rows={rows} href={hrefOf(pages.ownAddress, params)} />
          <form method="post" action={hrefOf(pages.ownAddress, params)} noValidate>
            <SeenFields updated_at={updated_at} values={current} />
            <AddressFields field={field} has_recipient />
            <Field {...field("phone")} label="Phone" type="tel" is_optional maxLength={16} />
            <button className="button">{entry ? "Save the address" : "Add the address"}</button>
          </form>
          {entry && (
            <ConfirmForm
              id="remove"
              label="Remove this address"
              title="Remove this address?"
              action={hrefOf(pages.removeAddress, params)}
              confirm="Yes, remove it"
              is_dangerous
            >
              <p>{addressLines(entry.address).join(", ")}</p>
              <p>Orders that were sent to it keep it.</p>
              <input type="hidden" name="updated_at" value={updated_at} />
            </ConfirmForm>
          )}
        </FormLayout>
      </>
    );
  },
});

const save = formPost({ access: "session", params: position, body: z.extend(addressBookEntry, seen) } as const, {
  path: pages.ownAddress,
  page: shown,
  back: pages.ownOrganization,
  async send(ctx, { params, body: { updated_at, address, phone } }) {
    const { addressBooks: list } = await getOwnOrganization(ctx);
    const addressBooks = withEntry(list, params.position, { address, phone: phone ?? null });
    await updateOwnOrganization(ctx, { addressBooks, updated_at });
  },
  done: () => "The address is saved.",
});

const remove = formPost({ access: "session", params: position, body: z.object(seen) } as const, {
  path: pages.removeAddress,
  back: pages.ownOrganization,
  async send(ctx, { params, body: { updated_at } }) {
    const { addressBooks: list } = await getOwnOrganization(ctx);
    await updateOwnOrganization(ctx, { addressBooks: withEntry(list, params.position, null), updated_at });
  },
  done: () => "The address is removed.",
});

export const ownAddress = [shown, save, remove];
