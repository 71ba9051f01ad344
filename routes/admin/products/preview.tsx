import * as z from "zod/mini";
import { uuid } from "../../../worker/contract/fields.ts";
import { readFindInput } from "../../../worker/contract/forms/finding.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import { previewOffer } from "../../../worker/domain/catalog/index.ts";
import { findOrganizations, getOrganization } from "../../../worker/domain/organizations/index.ts";
import { page } from "../../../worker/http/page.ts";
import { PageHeader } from "../../../worker/ui/layouts/page-header.tsx";
import { consoleLayout } from "../../layouts.tsx";
import { offerName } from "../../store/products/offer.ts";
import { OfferBox } from "../../store/products/product-buy.tsx";
import { ProductView } from "../../store/products/product-view.tsx";
import { PreviewForm } from "./preview-form.tsx";

/** Shows a product as its customers see it, even before publication; nothing can be bought. */
export const previewPage = page({
  path: pages.previewProduct,
  access: "products:read",
  layout: consoleLayout,
  section: "Products",
  params: z.object({ product_id: uuid() }),
  query: z.object({ org_id: z.optional(uuid()) }),
  async load({ ctx, params: { product_id }, query: { org_id }, url }) {
    const [offer, organization, organizations] = await Promise.all([
      previewOffer(ctx, product_id, org_id ?? null),
      org_id === undefined ? null : getOrganization(ctx, org_id),
      findOrganizations(ctx, readFindInput(url.searchParams, "org_id")),
    ]);
    return { offer, organization, organizations };
  },
  head: ({ offer }) => ({ title: `${offer.name}, preview · Console · CrunchBox`, no_store: true }),
  view: ({ offer, organization, organizations }) => (
    <>
      <PageHeader
        trail={[
          ["Products", pages.adminProducts],
          [offer.name, hrefOf(pages.adminProduct, { product_id: offer.id })],
        ]}
        title={`As ${organization?.name ?? "a visitor"} sees it`}
        subtitle="Preview only. Nothing can be bought here."
      />
      <PreviewForm product_id={offer.id} organizations={organizations} />
      <ProductView product={offer} title={<h2>{offerName(offer)}</h2>}>
        <OfferBox product={offer} organization={organization?.name ?? null}>
          <p className="small">
            {offer.price === null
              ? "Here they can ask for a price."
              : organization
                ? "Here its buyers and managers put it into their cart."
                : "Here visitors are asked to sign in to buy."}
          </p>
        </OfferBox>
      </ProductView>
    </>
  ),
});
