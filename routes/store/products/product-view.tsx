import type { ReactNode } from "react";
import type { OfferDetails } from "../../../worker/domain/catalog/index.ts";
import { PictureAndText } from "../../../worker/ui/layouts/layouts.tsx";
import { Gallery } from "./gallery.tsx";
import { ProductSections } from "./product-sections.tsx";

type ProductViewProps = {
  product: OfferDetails;
  title: ReactNode;
  children: ReactNode;
};

export function ProductView({ product, title, children }: ProductViewProps) {
  return (
    <>
      <PictureAndText
        picture={
          <Gallery
            name={product.name}
            images={[product.main_image, ...product.other_images]}
            texts={product.image_texts}
          />
        }
      >
        {title}
        {product.short_description && <p className="subtitle">{product.short_description}</p>}
        {children}
        <KeyFeatures features={product.key_features} />
      </PictureAndText>
      <ProductSections product={product} />
    </>
  );
}

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
