import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import type { ProductHolders } from "../../../worker/domain/catalog/index.ts";
import { writeHref } from "../notifications/audience-values.ts";
import { useCan } from "../../../worker/ui/access.tsx";
import { Table } from "../../../worker/ui/lists/table.tsx";

const countText = (count: number, [one, many]: readonly [string, string]): string =>
  count === 1 ? `1 ${one}` : `${count.toLocaleString("en-US")} ${many}`;

type HoldersProps = { product_id: string; holders: ProductHolders; can_write: boolean };

export function Holders({ product_id, holders, can_write }: HoldersProps) {
  const [canReadOrganizations, canReadSubscriptions] = [useCan("organizations:read"), useCan("subscriptions:read")];
  const { organizations, devices, subscriptions, purchases, largest } = holders;
  return (
    <section>
      <h2>Who has it</h2>
      {organizations === 0 ? (
        <p className="small">No purchases, registered devices or subscriptions.</p>
      ) : (
        <>
          <p className="small">
            {countText(organizations, ["organization", "organizations"])} with{" "}
            {[
              devices > 0 && countText(devices, ["registered device", "registered devices"]),
              subscriptions > 0 && countText(subscriptions, ["subscription", "subscriptions"]),
              purchases > 0 && countText(purchases, ["purchase", "purchases"]),
            ]
              .filter(Boolean)
              .join(" and ")}
            {organizations > largest.length && `; the ${largest.length} with most of it`}
          </p>
          <Table
            rows={largest}
            id={({ id }) => id}
            href={canReadOrganizations ? ({ id }) => hrefOf(pages.organization, { org_id: id }) : undefined}
            columns={[
              { label: "Organization", cell: ({ name }) => name },
              { label: "Devices", cell: (each) => each.devices.toLocaleString("en-US"), is_number: true },
              {
                label: "Subscriptions",
                cell: (each) => each.subscriptions.toLocaleString("en-US"),
                is_number: true,
                on_phones: "hidden",
              },
              {
                label: "Purchases",
                cell: (each) => each.purchases.toLocaleString("en-US"),
                is_number: true,
                on_phones: "hidden",
              },
            ]}
          />
        </>
      )}
      {organizations > 0 && (can_write || (canReadSubscriptions && subscriptions > 0)) && (
        <p className="links">
          {can_write && <a href={writeHref({ product_ids: [product_id] })}>Write to them</a>}
          {canReadSubscriptions && subscriptions > 0 && (
            <a href={hrefOf(pages.adminSubscriptions, {}, { product_id })}>Its subscriptions</a>
          )}
        </p>
      )}
    </section>
  );
}
