import { SelectField } from "../../../islands/ui/fields/select-field.tsx";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import { explain } from "../../../worker/contract/messages.ts";
import { linkPlugin as contract } from "../../../worker/contract/v1/admin/software.ts";
import { type LinkCheck, linkPlugin, type SoftwareHistory } from "../../../worker/domain/software/index.ts";
import { formPost } from "../../../worker/http/form.ts";
import { formatCount } from "./labels.ts";

type ProductOption = readonly [value: string, label: string];
type ProductOptions = readonly ProductOption[];

export const toProductOption = ({ id, name, sku }: { id: string; name: string; sku: string | null }): ProductOption => [
  id,
  sku ? `${name} (${sku})` : name,
];

/**
 * Id of the product that includes the plugin, `default` if Flowpoint includes it, or `none` if all customers get it.
 */
type Availability = string;
/** Empty until an availability is saved. */
const toAvailability = ({ product, is_default, has_availability }: SoftwareHistory): Availability =>
  product?.id ?? (is_default ? "default" : has_availability ? "none" : "");

type LinkFormProps = {
  software: SoftwareHistory;
  choices: ProductOptions;
  selected: Availability | undefined;
  check: LinkCheck | undefined;
};

/** The form works without script in three steps: select, review the effects, save. */
export function LinkForm({ software, choices, selected, check }: LinkFormProps) {
  const { name, kind, product } = software;
  const availability = selected ?? toAvailability(software);
  const isListed =
    availability === "" ||
    availability === "none" ||
    availability === "default" ||
    choices.some(([value]) => value === availability);
  const unlistedOptions = isListed ? [] : [[availability, check?.product?.name ?? product?.name ?? ""] as const];
  return (
    <section id="link">
      <h2>Availability</h2>
      <form className="toolbar alone" action={`${hrefOf(pages.adminSoftwareNamed, { name })}#link`}>
        <input type="hidden" name="kind" value={kind} />
        <SelectField
          name="product_id"
          label="Bought with"
          defaultValue={availability}
          options={[
            ...(availability === "" ? [["", "Not chosen: nobody may have it"] as const] : []),
            ["none", "None: available to everyone"],
            ["default", "None: included with Flowpoint"],
            ...unlistedOptions,
            ...choices,
          ]}
        />
        <button className="button quiet">See what follows</button>
      </form>
      {selected !== undefined && check && <LinkEffects software={software} selected={selected} check={check} />}
      {!check && <p className="small">Before linking you see who is affected, and confirm.</p>}
    </section>
  );
}

function currentText({ product, is_default, has_availability }: SoftwareHistory): string {
  if (product) return `It is bought with ${product.name} now.`;
  if (is_default) return "It is currently included with Flowpoint.";
  return has_availability ? "It is currently available to everyone." : "Nobody may have it now.";
}

function buttonText({ title }: SoftwareHistory, selected: Availability, product: LinkCheck["product"]): string {
  if (product) return `Link ${title} to ${product.name}`;
  return selected === "default" ? `Let ${title} come with Flowpoint` : `Make ${title} everybody’s`;
}

type LinkEffectsProps = { software: SoftwareHistory; selected: Availability; check: LinkCheck };
function LinkEffects({ software, selected, check }: LinkEffectsProps) {
  const { id, name, updated_at } = software;
  const { product, organizations, losing, losing_users } = check;
  if (selected === toAvailability(software)) return <p>Nothing would change.</p>;
  return (
    <>
      <p>
        {currentText(software)} {formatCount(organizations, "organization")} may have it then.{" "}
        {losing === 0
          ? "No organization loses access."
          : `${formatCount(losing, "organization")} may have it now and not then; ${losing_users.toLocaleString("en-US")} of them downloaded it in the last 90 days.`}
      </p>
      <form method="post" action={hrefOf(pages.linkAdminPlugin, { id }, { name, selected })}>
        <input type="hidden" name="updated_at" value={updated_at} />
        <input type="hidden" name="product_id" value={product?.id ?? ""} />
        <input type="hidden" name="is_default" value={String(selected === "default")} />
        <button className="button">{buttonText(software, selected, product)}</button>
      </form>
    </>
  );
}

export const linkPluginForm = formPost(contract, {
  path: pages.linkAdminPlugin,
  send: (ctx, { params, body }) =>
    // undefined, because this form does not edit the compatible products
    linkPlugin(ctx, params.id, { ...body, fits_product_ids: undefined }),
  // after a refusal the page shows the effects of the selected product
  back(plugin, c) {
    const { name = "", selected } = c.req.query();
    const query = { kind: "plugin", ...(!plugin && { product_id: selected }) };
    return `${hrefOf(pages.adminSoftwareNamed, { name }, query)}#link`;
  },
  done: ({ title, product, is_default }) =>
    product
      ? `${title} comes with ${product.name} now.`
      : is_default
        ? `${title} comes with Flowpoint now.`
        : `${title} is now available to everyone.`,
  refusal: (refused) => ({
    message:
      refused.errcode === "OBJECT_OUTDATED"
        ? "Another user changed this plugin after you opened it, so nothing was linked. Review the current state, then decide again."
        : explain(refused.status, refused),
  }),
});
