import { addressLines } from "../../../islands/lib/address.ts";
import { entriesMax } from "../../../worker/contract/people/organization-fields.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import { getOwnOrganization } from "../../../worker/domain/organizations/index.ts";
import { page } from "../../../worker/http/page.ts";
import { FormGroup, FormLayout } from "../../../worker/ui/layouts/layouts.tsx";
import { PageHeader } from "../../../worker/ui/layouts/page-header.tsx";
import { settingsLayout } from "../../layouts.tsx";
import { AddEntryLink } from "./add-entry.tsx";

/** Any member may edit the address book (O-027). */
export const ownAddresses = page({
  path: pages.ownAddresses,
  access: "session",
  layout: settingsLayout,
  section: "Addresses",
  load: ({ ctx }) => getOwnOrganization(ctx),
  head: () => ({ title: "Addresses · CrunchBox", no_store: true }),
  view: ({ addressBooks }) => (
    <>
      <PageHeader title="Addresses" />
      <FormLayout>
        <FormGroup title="Address book" text="Addresses to choose from at checkout.">
          <ul className="books">
            {addressBooks.map((entry, index) => (
              <li key={index}>
                <span>
                  {addressLines(entry.address).join(", ")}
                  {entry.phone && <small>{entry.phone}</small>}
                </span>
                <a href={hrefOf(pages.ownAddress, { position: String(index) })}>
                  Edit <span className="unseen">{entry.address.line1}</span>
                </a>
              </li>
            ))}
          </ul>
          {addressBooks.length === 0 && <p>No addresses yet.</p>}
          <AddEntryLink
            is_full={addressBooks.length >= entriesMax}
            href={hrefOf(pages.ownAddress, { position: "new" })}
            label="Add an address"
          />
        </FormGroup>
      </FormLayout>
    </>
  ),
});
