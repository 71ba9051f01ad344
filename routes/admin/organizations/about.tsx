import { addressLines } from "../../../islands/lib/address.ts";
import { formatMoney } from "../../../islands/lib/money.ts";
import { termsText } from "../../../worker/contract/buying/account-terms.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import { entriesMax, organizationLabels } from "../../../worker/contract/people/organization-fields.ts";
import type { ListedOrganization } from "../../../worker/domain/organizations/index.ts";
import { useCan } from "../../../worker/ui/access.tsx";
import { DateText } from "../../../worker/ui/date.tsx";
import { Facts } from "../../../worker/ui/parts/facts.tsx";
import { profileFacts } from "../../portal/organization/profile-fields.tsx";

type AboutOrganizationProps = {
  organization: ListedOrganization;
  /** Reason why the accounting system cannot synchronize the organization; undefined if it can. */
  no_accounting: string | undefined;
};

export function AboutOrganization({ organization, no_accounting }: AboutOrganizationProps) {
  const { id, price_level_name, contact, notes } = organization;
  const canAct = useCan("organizations:act");
  const billing_email = organization.billing_email ?? "None, so nothing can be bought";
  const facts = [
    [organizationLabels.price_level_name, price_level_name ?? "List prices"],
    ["On account", accountText(organization)],
    ...profileFacts({ ...organization, billing_email }),
    [organizationLabels.contact, contact && [contact.email, contact.phone].filter(Boolean).join(", ")],
    [organizationLabels.net_suite_id, organization.net_suite_id],
  ] as const;
  return (
    <div className="asides">
      <section aria-label="About">
        <h2>About</h2>
        <Facts facts={facts.filter(([, value]) => value)} />
        <SyncSection id={id} organization={organization} no_accounting={no_accounting} />
      </section>
      <section aria-label="Standing notes">
        <h2>Standing notes</h2>
        <p className="small notes">
          {notes ?? (canAct ? "None. Edit the organization to add notes for administrators." : "None.")}
        </p>
      </section>
      <AddressesAndContacts organization={organization} />
    </div>
  );
}

function accountText({ payment_terms_days: days, credit_limit: limit }: ListedOrganization): string {
  if (days === null && limit === null) return "No";
  if (days === null) return `No: a limit of ${formatMoney(limit ?? 0)}, but no terms`;
  return limit === null ? `No: ${termsText(days)}, but no limit` : `${termsText(days)}, up to ${formatMoney(limit)}`;
}

function SyncSection({ id, organization, no_accounting }: AboutOrganizationProps & { id: string }) {
  const canAct = useCan("organizations:act");
  const { net_suite_id, synchronized_at } = organization;
  if (no_accounting !== undefined) return null;
  if (net_suite_id === null)
    return <p className="small">This organization has no NetSuite ID, so it is not synced. Add the ID to link it.</p>;
  return (
    <>
      {canAct && (
        <form method="post" action={hrefOf(pages.syncOrganization, { org_id: id })}>
          <button className="button quiet">Sync from NetSuite</button>
        </form>
      )}
      <p className="small">
        {synchronized_at ? (
          <>
            Last synced on <DateText at={synchronized_at} />
          </>
        ) : (
          "Never synced yet."
        )}
      </p>
    </>
  );
}

function AddressesAndContacts({ organization: { id, addressBooks, contacts } }: { organization: ListedOrganization }) {
  const canAct = useCan("organizations:act");
  const links: [label: string, href: string][] = [];
  const newEntry = { org_id: id, position: "new" };
  if (addressBooks.length < entriesMax) links.push(["Add an address", hrefOf(pages.organizationAddress, newEntry)]);
  if (contacts.length < entriesMax) links.push(["Add a contact", hrefOf(pages.organizationContact, newEntry)]);
  return (
    <section aria-label="Addresses and contacts" id="addresses">
      <h2>Addresses and contacts</h2>
      <ul className="books">
        {addressBooks.map((entry, at) => (
          <li key={`address ${at + 1}`}>
            <span>
              {addressLines(entry.address).join(", ")}
              {entry.phone && <small>{entry.phone}</small>}
            </span>
            {canAct && (
              <a href={hrefOf(pages.organizationAddress, { org_id: id, position: String(at) })}>
                Edit <span className="unseen">{entry.address.line1}</span>
              </a>
            )}
          </li>
        ))}
        {contacts.map(({ name, role, email, phone }, at) => (
          <li key={`contact ${at + 1}`}>
            <span>
              {name}
              <small>{[role, email, phone].filter(Boolean).join(", ")}</small>
            </span>
            {canAct && (
              <a href={hrefOf(pages.organizationContact, { org_id: id, position: String(at) })}>
                Edit <span className="unseen">{name}</span>
              </a>
            )}
          </li>
        ))}
      </ul>
      {canAct && (
        <p className="links">
          {links.map(([label, href]) => (
            <a key={label} href={href}>
              {label}
            </a>
          ))}
        </p>
      )}
      {!canAct && addressBooks.length + contacts.length === 0 && <p className="small">None.</p>}
    </section>
  );
}
