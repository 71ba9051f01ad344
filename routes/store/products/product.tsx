import { LinkedData } from "../../../worker/ui/raw-tags.tsx";
import { isUuid } from "../../../worker/contract/fields.ts";
import { Failure } from "../../../worker/contract/errors.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import { getOffer, type OfferDetails } from "../../../worker/domain/catalog/index.ts";
import type { Ctx } from "../../../worker/domain/context.ts";
import { page, showNotFound } from "../../../worker/http/page.ts";
import { type Frame, loadFrame } from "../frame.ts";
import { Trail } from "../../../worker/ui/trail.tsx";
import { Gallery } from "./gallery.tsx";
import { AppLayout } from "../../../worker/ui/app-layout.tsx";
import { offerName } from "./offer.ts";
import { BuyBox } from "./product-buy.tsx";
import { ProductSections } from "./product-sections.tsx";
import { structuredData } from "./structured-data.ts";

type ProductData = { frame: Frame; product: OfferDetails; canonical: string };

/** undefined for what is not sold. */
async function findProduct(ctx: Ctx, id: string): Promise<OfferDetails | undefined> {
  if (!isUuid(id)) return undefined;
  try {
    return await getOffer(ctx, id);
  } catch (error) {
    if (error instanceof Failure && error.errcode === "PRODUCT_NOT_FOUND") return undefined;
    throw error;
  }
}

export const product = page<ProductData>({
  path: pages.product,
  cache: "visitors",
  access: "anyone",
  async load(input) {
    const [frame, found] = await Promise.all([loadFrame(input), findProduct(input.ctx, input.params.product_id ?? "")]);
    if (!found) return showNotFound();
    return {
      frame,
      product: found,
      canonical: input.settings.public_url + hrefOf(pages.product, { product_id: found.id }),
    };
  },
  head: ({ product: shown, canonical }) => ({
    title: `${shown.name} · CrunchBox`,
    description: shown.short_description ?? undefined,
    canonical,
  }),
  view: ({ frame, product: shown, canonical }) => (
    <AppLayout frame={frame} area="Products">
      <Trail above={above(shown)} here={offerName(shown)} />
      <div className="product">
        <Gallery name={shown.name} images={[shown.main_image, ...shown.other_images]} />
        <div className="offer">
          <h1>{offerName(shown)}</h1>
          {shown.short_description && <p className="subtitle">{shown.short_description}</p>}
          <BuyBox frame={frame} product={shown} />
          <KeyFeatures features={shown.key_features} />
        </div>
      </div>
      <ProductSections product={shown} />
      {/* what an organization pays is nobody else's business, so only visitors' pages carry it */}
      {!frame.viewer && <LinkedData data={structuredData(shown, canonical)} />}
    </AppLayout>
  ),
});

/** What lies above a product. */
const above = ({ category }: OfferDetails): [name: string, href: string][] => [
  ["Products", pages.products],
  ...(category ? [[category, hrefOf(pages.products, {}, { category })] as [string, string]] : []),
];

function KeyFeatures({ features }: { features: string[] }) {
  if (features.length === 0) return null;
  return (
    <ul className="features" aria-label="Key features">
      {features.map((feature) => (
        <li key={feature}>{feature}</li>
      ))}
    </ul>
  );
}
