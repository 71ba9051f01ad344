import { pages } from "../../contract/pages.ts";
import type { RequestablePermission } from "../../contract/people/role-wish.ts";
import type { LayoutViewer } from "../frame/layout-data.ts";

/** A manager or buyer; managers come first in lists of helpers. */
export type RoleHelper = { first_name: string; last_name: string; is_manager: boolean };

type RoleWishProps = {
  viewer: LayoutViewer;
  permission: RequestablePermission;
  helpers: readonly RoleHelper[];
  product_id?: string;
  /** The task of the page, if that is more exact than the permission, such as "pay it". */
  task?: string | undefined;
  is_main?: true;
};

const ruleByPermission: Record<RequestablePermission, string> = {
  buy: "Only buyers and managers of # can order.",
  see_billing: "Invoices and payments are for buyers and managers of #.",
  manage_devices: "Only buyers and managers of # add and remove devices.",
  manage_people: "Only managers of # can do this.",
  manage_organization: "Only managers of # can change this.",
};

const shownMax = 3;
const nameOf = ({ first_name, last_name }: RoleHelper) => `${first_name} ${last_name}`;
const joinNames = (names: readonly string[]) =>
  new Intl.ListFormat("en-US", { type: "conjunction" }).format(
    names.length > shownMax + 1 ? [...names.slice(0, shownMax), `${names.length - shownMax} others`] : names,
  );

/**
 * Explains the missing permission and names colleagues who can help, with a button that mails the managers, or CGX if
 * there are none.
 */
export const RoleWish = (props: RoleWishProps) => (
  <>
    <p>{wishText(props)}</p>
    <AskButton {...props} />
  </>
);

/** Parts of `RoleWish` for a page header, which shows actions beside the text. */
export const wishHead = (props: RoleWishProps) => ({ subtitle: wishText(props), action: <AskButton {...props} /> });

function AskButton({ viewer, permission, helpers, product_id, is_main }: RoleWishProps) {
  if (viewer.impersonator) return null;
  return (
    <form method="post" action={pages.askForRole}>
      <input type="hidden" name="permission" value={permission} />
      {product_id && <input type="hidden" name="product_id" value={product_id} />}
      <button className={is_main ? "button" : "button quiet"}>
        {buttonLabel(helpers.filter(({ is_manager }) => is_manager))}
      </button>
    </form>
  );
}

function wishText(props: RoleWishProps): string {
  const { viewer, permission, helpers, task = permission === "buy" ? "order" : undefined } = props;
  const organization = viewer.organization.name;
  if (helpers.length === 0 && task) return `Nobody at ${organization} can ${task} yet.`;
  const sentence = props.task ? `Only buyers and managers of # can ${props.task}.` : ruleByPermission[permission];
  return `${sentence.replace("#", () => organization)} ${helpersText(props)}`.trimEnd();
}

function helpersText({ viewer, permission, helpers, task }: RoleWishProps): string {
  const managers = helpers.filter(({ is_manager }) => is_manager);
  const help = findHelp(permission, task);
  if (managers.length > 0)
    return `${joinNames(managers.map(nameOf))} can ${help ? `${help} for you, or ` : ""}give you the role.`;
  if (help && helpers.length > 0) return `${joinNames(helpers.map(nameOf))} can ${help} for you.`;
  return helpers.length > 0 ? `Nobody manages ${viewer.organization.name} yet.` : "";
}

function findHelp(permission: RequestablePermission, task: string | undefined): string | undefined {
  if (task || permission === "manage_devices") return "do it";
  return permission === "buy" ? "order" : undefined;
}

function buttonLabel(managers: readonly RoleHelper[]): string {
  const [first, second] = managers;
  if (!first) return "Ask CGX for the role";
  if (!second) return `Ask ${first.first_name}`;
  return managers.length === 2 ? `Ask ${first.first_name} and ${second.first_name}` : "Ask the managers";
}
