import * as z from "zod/mini";
import { formatMoney } from "../../../islands/lib/money.ts";
import { freeText, uuid } from "../../../worker/contract/fields.ts";
import { readFindInput } from "../../../worker/contract/forms/finding.ts";
import { listHref } from "../../../worker/contract/page-query.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import { can } from "../../../worker/contract/people/permissions.ts";
import { listObjectAudit } from "../../../worker/domain/platform/index.ts";
import {
  type AdminProduct,
  getAdminProduct,
  type LinkedPlugin,
  getProductHolders,
  listLevelPrices,
  listLinkedPlugins,
  listPriceLevelNames,
  listProductImages,
  listProductBlockers,
  listScheduledPricesByProduct,
  listPriceHistory,
} from "../../../worker/domain/catalog/index.ts";
import { findOrganizations } from "../../../worker/domain/organizations/index.ts";
import { page } from "../../../worker/http/page.ts";
import { IfAllowed, StaffLink } from "../../../worker/ui/access.tsx";
import { DateText } from "../../../worker/ui/date.tsx";
import { Picture } from "../../../worker/ui/figures/picture.tsx";
import { ObjectLayout } from "../../../worker/ui/layouts/layouts.tsx";
import { PageHeader } from "../../../worker/ui/layouts/page-header.tsx";
import { Facts } from "../../../worker/ui/parts/facts.tsx";
import { History } from "../../../worker/ui/parts/history.tsx";
import { ShelfBadge } from "../../../worker/ui/parts/status-badges.tsx";
import { countryName } from "../../countries.ts";
import { consoleLayout } from "../../layouts.tsx";
import { Holders } from "./holders.tsx";
import { Pictures } from "./pictures/pictures.tsx";
import { PreviewForm } from "./preview-form.tsx";
import { Prices } from "./prices.tsx";
import { ScheduledPrices } from "./scheduled-prices.tsx";
import { findMissing } from "./publishing.tsx";
import { MainAction, ShelfActions } from "./shelf-actions.tsx";
import { typeLabels } from "./labels.ts";

const historyMax = 10;

export const productPage = page({
  path: pages.adminProduct,
  access: "products:read",
  layout: consoleLayout,
  section: "Products",
  params: z.object({ product_id: uuid() }),
  query: z.object({ level: z.optional(freeText(128, "Price level")) }),
  async load({ ctx, params: { product_id: id }, query: { level }, typed }) {
    const [product, obstacles, prices, earlier, scheduled, levels, plugins, holders, organizations, images, history] =
      await Promise.all([
        getAdminProduct(ctx, id),
        listProductBlockers(ctx, id),
        listLevelPrices(ctx, id),
        level === undefined ? [] : listPriceHistory(ctx, id, level),
        listScheduledPricesByProduct(ctx, id),
        listPriceLevelNames(ctx),
        listLinkedPlugins(ctx, id),
        getProductHolders(ctx, id),
        findOrganizations(ctx, readFindInput(typed, "org_id")),
        listProductImages(ctx, id),
        listObjectAudit(ctx, { subject_type: "product", subject_id: id, limit: historyMax }),
      ]);
    return {
      product,
      obstacles,
      prices,
      earlier,
      scheduled,
      levels,
      plugins,
      holders,
      organizations,
      images,
      history,
    };
  },
  head: ({ product }) => ({ title: `${product.name} · Console · CrunchBox`, no_store: true }),
  view: (
    { product, obstacles, prices, earlier, scheduled, levels, plugins, holders, organizations, images, history },
    { ctx, url, query: { level }, flash, viewer },
  ) => (
    <>
      <PageHeader
        trail={[["Products", listHref(pages.adminProducts, url)]]}
        title={product.name}
        badges={<ShelfBadge product={product} />}
        subtitle={<Subtitle product={product} />}
        action={
          <MainAction product={product} obstacles={obstacles} missing={findMissing({ product, levels, plugins })} />
        }
      />
      <ObjectLayout
        aside={
          <div className="steps">
            <IfAllowed access="products:act">
              <ShelfActions
                product={product}
                obstacles={obstacles}
                typed={
                  flash?.typed && !("dollars" in flash.typed.values) && "day" in flash.typed.values
                    ? flash.typed
                    : undefined
                }
                now={ctx.started_at}
              />
            </IfAllowed>
            <section>
              <h2>Preview</h2>
              <PreviewForm product_id={product.id} organizations={organizations} />
            </section>
            <History
              entries={history}
              more={hrefOf(pages.audit, {}, { subject_type: "product", subject_id: product.id })}
            />
          </div>
        }
      >
        <Prices product={product} prices={prices} level={level} earlier={earlier} />
        <ScheduledPrices
          product={product}
          scheduled={scheduled}
          levels={levels}
          typed={flash?.typed?.values["dollars"] && flash.typed}
        />
        <Pictures product={product} images={images.data} />
        <Holders product_id={product.id} holders={holders} can_write={can(viewer, "news:act")} />
        <Plugins plugins={plugins} />
        <ShippingFacts product={product} can_edit={can(viewer, "products:act")} />
        <Content product={product} />
      </ObjectLayout>
    </>
  ),
});

function Subtitle({ product: { sku, type, category, net_suite_id, synchronized_at } }: { product: AdminProduct }) {
  return (
    <>
      {[sku, typeLabels[type], category].filter(Boolean).join(" · ")} ·{" "}
      {synchronized_at === null ? (
        net_suite_id === null ? (
          "Not from NetSuite"
        ) : (
          `Item ${net_suite_id} of NetSuite, never synchronized`
        )
      ) : (
        <>
          Synchronized with item {net_suite_id ?? "that is gone"} on <DateText at={synchronized_at} />
        </>
      )}
    </>
  );
}

function Plugins({ plugins }: { plugins: LinkedPlugin[] }) {
  if (plugins.length === 0) return null;
  return (
    <section>
      <h2>Comes with</h2>
      <ul className="summary-lines">
        {plugins.map(({ id, name, title, published, waiting }) => (
          <li key={id}>
            <span>
              <StaffLink access="software:read" href={hrefOf(pages.adminSoftwareNamed, { name }, { kind: "plugin" })}>
                {title}
              </StaffLink>
              <small>
                {published === null ? "Nothing published yet" : "Plugin"}
                {published?.at && (
                  <>
                    , last published on <DateText at={published.at} />
                  </>
                )}
                {waiting > 0 && `, ${waiting} to publish`}
              </small>
            </span>
            {published && <b>{published.version}</b>}
          </li>
        ))}
      </ul>
    </section>
  );
}

function ShippingFacts({ product, can_edit }: { product: AdminProduct; can_edit: boolean }) {
  const { type, lead_days, weight_grams, country_of_origin, hs_code, customs_value } = product;
  const facts = [
    ["Lead time", lead_days !== null && `${lead_days} ${lead_days === 1 ? "working day" : "working days"}`],
    ["Weight", weight_grams !== null && `${weight_grams.toLocaleString("en-US")} g`],
    ["Country of origin", country_of_origin !== null && countryName(country_of_origin)],
    ["HS code", hs_code],
    ["Customs value", customs_value !== null && formatMoney(customs_value)],
  ] as const;
  const visibleFacts = facts.filter(([, value]) => value);
  if (type === "software" && visibleFacts.length === 0) return null;
  return (
    <section>
      <h2>Shipping and customs</h2>
      {visibleFacts.length > 0 && <Facts facts={visibleFacts} />}
      {(weight_grams === null || country_of_origin === null || hs_code === null) && (
        <p className="small">
          Labels to other countries need the weight, the country of origin and the HS code.{" "}
          {can_edit && (
            <a href={`${hrefOf(pages.editProduct, { product_id: product.id })}#shipping`}>Add what is missing</a>
          )}
        </p>
      )}
    </section>
  );
}

/** Only an excerpt; the preview shows all. */
function Content({ product }: { product: AdminProduct }) {
  const { main_image, short_description, author, format, availability, subscription_term, notes } = product;
  const facts = [
    ["In short", short_description],
    ["Author", author],
    ["Format", format],
    ["Availability", availability],
    ["Term", subscription_term && `Renews every ${subscription_term}`],
    ["Family", product.family],
    ["For", [...new Set([...product.devices, ...product.compatibility])].join(", ")],
    ["Platforms", product.platforms.join(", ")],
    ["Serial numbers", product.patterns.join(", ")],
    ["Tax code", product.tax_code],
    ["Notes", notes],
  ] as const;
  const visibleFacts = facts.filter(([, value]) => value);
  return (
    <section>
      <h2>What customers read</h2>
      {main_image === null && visibleFacts.length === 0 ? (
        <p className="small">
          Nothing yet.{" "}
          <IfAllowed access="products:act">
            <a href={hrefOf(pages.editProduct, { product_id: product.id })}>Write what customers read</a>.
          </IfAllowed>
        </p>
      ) : (
        <div className="with-picture">
          <Picture src={main_image} alt="" is_late />
          <Facts facts={visibleFacts} />
        </div>
      )}
    </section>
  );
}
