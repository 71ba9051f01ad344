import { isImageAddress } from "../../../worker/ui/figures/image-address.ts";
import type { Product } from "../../../worker/domain/catalog/index.ts";

/** Contains the viewer's price, so only visitors' pages may include this data. */
export function structuredData(product: Product, url: string): object {
  const { origin } = new URL(url);
  const images = [product.main_image, ...product.other_images].filter(isImageAddress);
  return {
    "@context": "https://schema.org",
    "@type": "Product",
    name: product.name,
    url,
    image: images.map((image) => new URL(image, origin).href),
    description: product.short_description ?? undefined,
    sku: product.sku ?? undefined,
    category: product.category ?? undefined,
    brand: { "@type": "Brand", name: "CGX" },
    offers: product.price === null ? undefined : toOffer(product.price, url),
  };
}

const toOffer = (cents: number, url: string) => ({
  "@type": "Offer",
  price: (cents / 100).toFixed(2),
  priceCurrency: "USD",
  url,
});
