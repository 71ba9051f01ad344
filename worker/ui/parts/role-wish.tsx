import { pages } from "../../contract/pages.ts";
import type { WishablePermission } from "../../contract/people/role-wish.ts";
import type { Person } from "../frame/layout-data.ts";

/** A colleague who manages or buys; managers come first. */
export type RoleHelper = { first_name: string; last_name: string; is_manager: boolean };

type RoleWishProps = {
  viewer: Person;
  permission: WishablePermission;
  helpers: readonly RoleHelper[];
  product_id?: string;
  /** Asking is the main action of the page. */
  is_main?: true;
};

const what: Record<WishablePermission, string> = {
  buy: "Only buyers and managers of # can order.",
  see_billing: "Invoices and payments are for buyers and managers of #.",
  manage_devices: "Only buyers and managers of # add and remove devices.",
  manage_people: "Only managers of # can do this.",
  manage_organization: "Only managers of # can change this.",
};

const shownMax = 3;
const nameOf = ({ first_name, last_name }: RoleHelper) => `${first_name} ${last_name}`;
const join = (names: readonly string[]) =>
  new Intl.ListFormat("en-US", { type: "conjunction" }).format(
    names.length > shownMax + 1 ? [...names.slice(0, shownMax), `${names.length - shownMax} others`] : names,
  );

/** Users with the viewer's missing permission, and a button that mails them. */
export function RoleWish({ viewer, permission, helpers, product_id, is_main }: RoleWishProps) {
  const organization = viewer.organization.name;
  const managers = helpers.filter(({ is_manager }) => is_manager);
  return (
    <>
      <p>
        {helpers.length === 0 && permission === "buy"
          ? `Nobody at ${organization} can order yet.`
          : what[permission].replace("#", organization)}{" "}
        {messageOf(permission, helpers, organization)}
      </p>
      {!viewer.impersonator && (
        <form method="post" action={pages.askForRole}>
          <input type="hidden" name="permission" value={permission} />
          {product_id && <input type="hidden" name="product_id" value={product_id} />}
          <button className={is_main ? "button" : "button quiet"}>{buttonOf(managers)}</button>
        </form>
      )}
    </>
  );
}

function messageOf(permission: WishablePermission, helpers: readonly RoleHelper[], organization: string): string {
  const managers = helpers.filter(({ is_manager }) => is_manager);
  if (managers.length > 0) {
    const orders = permission === "buy" ? "can order for you, or give you the role." : "can give you the role.";
    return `${join(managers.map(nameOf))} ${orders}`;
  }
  if (permission === "buy" && helpers.length > 0) return `${join(helpers.map(nameOf))} can order for you.`;
  return helpers.length > 0 ? `Nobody manages ${organization} yet.` : "";
}

function buttonOf(managers: readonly RoleHelper[]): string {
  const [first, second] = managers;
  if (!first) return "Ask CGX for the role";
  if (!second) return `Ask ${first.first_name}`;
  return managers.length === 2 ? `Ask ${first.first_name} and ${second.first_name}` : "Ask the managers";
}
