import * as z from "zod/mini";
import { LinkedData } from "../../../worker/ui/raw-tags.tsx";
import { quantity } from "../../../worker/contract/entities/cart.ts";
import { uuid } from "../../../worker/contract/fields.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import { getOffer, listRelatedOffers, type OfferDetails } from "../../../worker/domain/catalog/index.ts";
import { estimateDeliveryDates } from "../../../worker/domain/fulfilment/index.ts";
import { listHeldPlans } from "../../../worker/domain/payments/index.ts";
import { getShopSettings } from "../../../worker/domain/platform/index.ts";
import { listHelpers } from "../../../worker/domain/people/index.ts";
import { page } from "../../../worker/http/page.ts";
import type { PublicSettings } from "../../../worker/http/public-settings.ts";
import { Trail } from "../../../worker/ui/frame/trail.tsx";
import { linkPicture } from "./link-picture.ts";
import { appLayout } from "../../layouts.tsx";
import { offerName } from "./offer.ts";
import { BuyBox } from "./product-buy.tsx";
import { ProductView } from "./product-view.tsx";
import { RelatedOffers } from "./related-offers.tsx";
import { structuredData } from "./structured-data.ts";

const canonicalUrl = ({ id }: OfferDetails, { store_base }: PublicSettings) =>
  store_base + hrefOf(pages.product, { product_id: id });

export const productPage = page({
  path: pages.product,
  cache: "catalog",
  access: "visitor-or-session",
  layout: appLayout,
  section: "Products",
  params: z.object({ product_id: uuid() }),
  async load({ ctx, params }) {
    const isVisitor = ctx.actor.kind === "visitor";
    const [product, related, calendar, helpers, held] = await Promise.all([
      getOffer(ctx, params.product_id),
      listRelatedOffers(ctx, params.product_id),
      getShopSettings(ctx),
      isVisitor ? [] : listHelpers(ctx, "buy"),
      isVisitor ? [] : listHeldPlans(ctx, params.product_id),
    ]);
    const { type, lead_days: days } = product;
    const lead_days = type === "hardware" ? days : null;
    const dates = estimateDeliveryDates({ lead_days, paid_at: Date.now() }, calendar);
    return { product, related, ships_by: dates?.ships_by ?? null, helpers, held };
  },
  head: ({ product }, { settings }) => ({
    title: `${product.name} · CrunchBox`,
    description: product.short_description ?? undefined,
    canonical: canonicalUrl(product, settings),
    image: linkPicture(product.main_image, settings.store_base),
  }),
  view: ({ product, related, ships_by, helpers, held }, { layout, settings, url }) => (
    <>
      <Trail above={buildTrail(product)} here={offerName(product)} />
      <ProductView product={product} title={<h1>{offerName(product)}</h1>}>
        <BuyBox
          layout={layout}
          product={product}
          ships_by={ships_by}
          quantity={readQuantity(url)}
          helpers={helpers}
          held={held}
        />
      </ProductView>
      <RelatedOffers product={product} related={related} />
      {/* organization prices are confidential, so only visitors' pages contain structured data */}
      {!layout.viewer && <LinkedData data={structuredData(product, canonicalUrl(product, settings))} />}
    </>
  ),
});

function readQuantity({ searchParams }: URL): number {
  const text = searchParams.get("quantity");
  if (text === null) return 1;
  const parsed = quantity().safeParse(Number(text));
  return parsed.success ? parsed.data : 1;
}

const buildTrail = ({ category }: OfferDetails): [name: string, href: string][] => [
  ["Products", pages.products],
  ...(category ? [[category, hrefOf(pages.products, {}, { category })] as [string, string]] : []),
];
