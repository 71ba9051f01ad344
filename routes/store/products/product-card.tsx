import { Picture } from "../../../worker/ui/picture.tsx";
import { Price } from "../../../worker/ui/price.tsx";
import type { Product } from "../../../worker/domain/catalog/index.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";

export const basePrice = "Base Price";

/** A product in a list, at the reader's price and the reason for it. The whole card is the link's. */
export function ProductCard({ product, is_late }: { product: Product; is_late: boolean }) {
  const isOwnPrice = product.price !== null && product.price_level_name !== basePrice;
  return (
    <li className="product-card">
      <Picture src={product.main_image} alt="" is_late={is_late} />
      <h3>
        <a href={hrefOf(pages.product, { product_id: product.id })}>{product.name}</a>
      </h3>
      {product.short_description && <p>{product.short_description}</p>}
      <p className="buy-line">
        <Price price={product.price} subscription_term={product.subscription_term} />
        {isOwnPrice && <small>{product.price_level_name} price</small>}
      </p>
    </li>
  );
}

/** Cards in a grid; pictures beyond the first screen load when they come near. */
export function ProductGrid({ products }: { products: Product[] }) {
  return (
    <ul className="product-grid">
      {products.map((product, index) => (
        <ProductCard key={product.id} product={product} is_late={index >= 8} />
      ))}
    </ul>
  );
}
