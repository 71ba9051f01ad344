import { hrefOf, pages } from "../../contract/pages.ts";
import { can, type StaffPermission } from "../../contract/people/permissions.ts";
import { usePaletteScript } from "../island.tsx";
import type { Person } from "./layout-data.ts";

const actions: readonly (readonly [label: string, href: string, access: StaffPermission])[] = [
  ["Answer account requests", pages.requests, "requests:act"],
  ["Create an organization", pages.newOrganization, "organizations:act"],
  ["Invite a person", pages.createPerson, "people:act"],
  ["Grant a subscription", pages.giveSubscription, "subscriptions:act"],
  ["Create a product", pages.newProduct, "products:act"],
  ["Import products", pages.importProducts, "products:act"],
  ["Change prices", pages.productPrices, "prices:act"],
  ["Create a shipping rate", pages.newShippingRate, "shipping_rates:act"],
  ["Create software", pages.newSoftware, "software:act"],
  ["Write to customers", hrefOf(pages.composeNotification, { type: "announcement" }), "news:act"],
];

/** islands/console.ts shows it and opens the command palette; pages come from the menu. */
export function PaletteButton({ viewer }: { viewer: Person }) {
  const own = actions.filter(([, , access]) => can(viewer, access)).map(([label, href]) => ({ label, href }));
  return (
    <button
      type="button"
      className="palette-button"
      aria-haspopup="dialog"
      data-actions={JSON.stringify(own)}
      data-script={usePaletteScript()}
      hidden
    >
      Commands
      <kbd aria-hidden="true">Ctrl K</kbd>
    </button>
  );
}
