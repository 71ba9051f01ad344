import { SelectField } from "../../../islands/ui/fields/select-field.tsx";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import { explain } from "../../../worker/contract/sentences.ts";
import { linkPlugin as contract } from "../../../worker/contract/v1/admin/software.ts";
import { listAdminProducts } from "../../../worker/domain/catalog/index.ts";
import type { Ctx } from "../../../worker/domain/context.ts";
import { linkPlugin } from "../../../worker/domain/releases/index.ts";
import type { LinkCheck, SoftwareHistory } from "../../../worker/domain/rollouts/index.ts";
import { formPost } from "../../../worker/http/form.ts";
import { counted } from "./words.ts";

type Choices = readonly (readonly [value: string, label: string])[];

// of the verb, not of the wire: there one page has at most 100
const choicesMax = 1000;

/** Products that a plugin can be bought with. */
export async function linkChoices(ctx: Ctx): Promise<Choices> {
  const query = { type: "software", is_archived: false, limit: choicesMax, offset: 0, sort: "name" } as const;
  const { data } = await listAdminProducts(ctx, query);
  return data.map(({ id, name, sku }) => [id, sku ? `${name} (${sku})` : name] as const);
}

type LinkFormProps = { software: SoftwareHistory; choices: Choices; check: LinkCheck | undefined };

/** With what a plugin is bought: first chosen, then told what follows, then linked. Without script, and nothing changes before. */
export function LinkForm({ software, choices, check }: LinkFormProps) {
  const { name, kind, product, is_default } = software;
  if (is_default)
    return (
      <section>
        <h2>Bought with</h2>
        <p className="small">It comes with Flowpoint, so that it cannot be bought with a product.</p>
      </section>
    );
  const chosen = check ? (check.product?.id ?? "none") : (product?.id ?? "none");
  const isListed = chosen === "none" || choices.some(([value]) => value === chosen);
  const own = isListed ? [] : [[chosen, check?.product?.name ?? product?.name ?? ""] as const];
  return (
    <section id="link">
      <h2>Bought with</h2>
      <form className="toolbar alone" action={`${hrefOf(pages.adminSoftwareNamed, { name })}#link`}>
        <input type="hidden" name="kind" value={kind} />
        <SelectField
          name="product_id"
          label="Product"
          defaultValue={chosen}
          options={[["none", "Nothing: everybody may have it"], ...own, ...choices]}
        />
        <button className="button quiet">See what follows</button>
      </form>
      {check && <Follows software={software} check={check} />}
      {!check && <p className="small">Linking asks once more, and says for whom it changes something.</p>}
    </section>
  );
}

function Follows({ software, check }: { software: SoftwareHistory; check: LinkCheck }) {
  const { id, name, product, title, updated_at } = software;
  const { product: asked, organizations, losing, losing_users } = check;
  if ((asked?.id ?? null) === (product?.id ?? null)) return <p>It is so already.</p>;
  const now = product ? `It is bought with ${product.name} now.` : "Everybody may have it now.";
  const what = asked ? `Link ${title} to ${asked.name}` : `Make ${title} everybody’s`;
  return (
    <>
      <p>
        {now} {counted(organizations, "organization")} may have it then.{" "}
        {losing === 0
          ? "Nobody who may have it now loses it."
          : `${counted(losing, "organization")} may have it now and not then; ${losing_users.toLocaleString("en-US")} of them downloaded it in the last 90 days.`}
      </p>
      <form method="post" action={hrefOf(pages.linkAdminPlugin, { id }, { name, asked: asked?.id ?? "none" })}>
        <input type="hidden" name="updated_at" value={updated_at} />
        <input type="hidden" name="product_id" value={asked?.id ?? ""} />
        <button className="button">{what}</button>
      </form>
    </>
  );
}

export const linkPluginForm = formPost(contract, {
  path: pages.linkAdminPlugin,
  send: (ctx, { params, body }) => linkPlugin(ctx, params.id, body),
  // refused, the page tells how it is now and what the same choice would do to that
  back(plugin, c) {
    const { name = "", asked } = c.req.query();
    const query = { kind: "plugin", ...(!plugin && { product_id: asked }) };
    return `${hrefOf(pages.adminSoftwareNamed, { name }, query)}#link`;
  },
  done: ({ title, product }) => (product ? `${title} comes with ${product.name} now.` : `${title} is everybody’s now.`),
  refusal: (refused) => ({
    message:
      refused.errcode === "OBJECT_OUTDATED"
        ? "Somebody changed this plugin since you looked at it, so nothing was linked. Look at how it is now, then decide again."
        : explain(refused.status, refused),
  }),
});
