import { Field } from "../../../islands/ui/field.tsx";
import { BadRequest } from "../../../worker/contract/errors.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import { planProductPublication as contract } from "../../../worker/contract/v1/admin/products.ts";
import {
  type AdminProduct,
  type LinkedPlugin,
  planProductPublication,
  toStartInstant,
} from "../../../worker/domain/catalog/index.ts";
import type { Route } from "../../../worker/http/app-env.ts";
import type { TypedInput } from "../../../worker/http/flash.ts";
import { formPost } from "../../../worker/http/form.ts";
import type { PageRoute } from "../../../worker/http/page-spec.ts";
import { TimeText } from "../../../worker/ui/date.tsx";
import { ConfirmForm } from "../../../worker/ui/forms/confirm-form.tsx";
import { buildFieldProps } from "../../../worker/ui/forms/fields-of.ts";
import { productHref } from "./product-forms.ts";

type PublicationData = { product: AdminProduct; levels: readonly string[]; plugins: readonly LinkedPlugin[] };

/** Customers would notice that the data is missing, but it does not prevent a publication. */
export function findMissing({ product, levels, plugins }: PublicationData): string[] {
  const { main_image, short_description, category, type, patterns, price_levels } = product;
  const unpricedLevels = levels.filter((level) => price_levels[level] === undefined);
  return [
    main_image === null && "a picture",
    !short_description && "a short description",
    category === null && "a category",
    unpricedLevels.length > 0 && `a price for ${new Intl.ListFormat("en-US").format(unpricedLevels)}`,
    type === "hardware" && patterns.length === 0 && "a pattern of serial numbers",
    type === "software" && plugins.length === 0 && "a plugin",
  ].filter((missing) => missing !== false);
}

export function PublishQuestion({ product: { id, name, is_active }, missing }: PublishQuestionProps) {
  const [firstMissing] = missing;
  return (
    <ConfirmForm
      id="publish"
      label="Publish"
      title={`Publish ${name}?`}
      action={hrefOf(pages.publishProduct, { product_id: id })}
      confirm={
        firstMissing === undefined
          ? "Publish it"
          : missing.length === 1
            ? `Publish without ${firstMissing}`
            : "Publish without them"
      }
      is_main
    >
      <p>
        {is_active
          ? "Customers see it in the store at once."
          : "Customers see it in the store once it is active as well."}
      </p>
      {firstMissing !== undefined && (
        <>
          <p>It does not have yet:</p>
          <ul>
            {missing.map((each) => (
              <li key={each}>{each}</li>
            ))}
          </ul>
        </>
      )}
    </ConfirmForm>
  );
}

type PublishQuestionProps = { product: AdminProduct; missing: readonly string[] };

export function Publication({ product: { id, publish_at }, typed, now }: PublicationProps) {
  const { field } = buildFieldProps(typed);
  const action = hrefOf(pages.planProductPublication, { product_id: id });
  if (publish_at !== null) {
    return (
      <form method="post" action={action}>
        <p className="small">
          {Date.parse(publish_at) > now ? (
            <>
              Published by itself on <TimeText at={publish_at} />.
            </>
          ) : (
            <>
              Its date was <TimeText at={publish_at} />. It is published once nothing above prevents it.
            </>
          )}
        </p>
        <button className="button quiet">Take the date back</button>
      </form>
    );
  }
  return (
    <details open={typed !== undefined}>
      <summary>Publish at a date</summary>
      <form method="post" action={action} noValidate className="form-layout">
        <div className="edit-row pair">
          <Field {...field("day")} type="date" label="Day" />
          <Field {...field("time")} type="time" label="Time" is_optional hint="Midnight when left out." />
        </div>
        <button className="button quiet">Set the date</button>
      </form>
    </details>
  );
}

type PublicationProps = { product: AdminProduct; typed: TypedInput | undefined; now: number };

/** A form without the field `day` removes the date of publication. */
export const publicationForm = (page: PageRoute): Route =>
  formPost(contract, {
    path: pages.planProductPublication,
    page,
    async complete(fields, c) {
      if (!fields.has("day")) return fields.set("publish_at", "");
      const [day, time] = [fields.get("day") ?? "", fields.get("time") || "00:00"];
      const at = toStartInstant(c.get("ctx"), day, time);
      if (at === undefined) {
        throw new BadRequest([
          { code: "custom", path: ["day"], message: "Choose the day on which the product is published." },
        ]);
      }
      fields.set("publish_at", at);
    },
    send: (ctx, { params, body }) => planProductPublication(ctx, params.product_id, body.publish_at),
    back: productHref,
    done: (_result, typed) => (typed.get("publish_at") ? "The date is set." : "The date is taken back."),
  });
