import { useContext } from "react";
import ProductPictures from "../../../../islands/admin/product-pictures.tsx";
import type { EditablePicture } from "../../../../islands/admin/pictures/shown-picture.ts";
import { imagesMax } from "../../../../worker/contract/image-path.ts";
import { hrefOf, pages } from "../../../../worker/contract/pages.ts";
import { createProductImage } from "../../../../worker/contract/v1/admin/product-images.ts";
import type { AdminProduct, listProductImages } from "../../../../worker/domain/catalog/index.ts";
import { useCan } from "../../../../worker/ui/access.tsx";
import { isAllowedImage } from "../../../../worker/ui/figures/image-address.ts";
import { ImageOrigins } from "../../../../worker/ui/image-origins.tsx";
import { Island } from "../../../../worker/ui/island.tsx";

type ProductImages = Awaited<ReturnType<typeof listProductImages>>["data"];

/** With script an island also uploads several files at once and moves pictures by dragging. */
export function Pictures({
  product: { id: product_id, name },
  images,
}: {
  product: AdminProduct;
  images: ProductImages;
}) {
  const origins = useContext(ImageOrigins);
  const canAct = useCan("products:act");
  const displayedPictures = images.map(({ id, address, alt_text, width, height, is_shown }): EditablePicture => ({
    id,
    address,
    alt_text,
    width,
    height,
    is_shown,
    can_be_drawn: isAllowedImage(address, origins),
  }));
  if (!canAct)
    return (
      <section id="pictures" aria-labelledby="pictures-title">
        <h2 id="pictures-title">Pictures</h2>
        {displayedPictures.length === 0 && <p className="small">None yet.</p>}
        <ul className="picture-row">
          {displayedPictures.map(({ address, alt_text, width, height, can_be_drawn }) => (
            <li key={address}>
              {can_be_drawn ? (
                <img
                  className="picture"
                  src={address}
                  alt={alt_text || name}
                  width={width ?? 640}
                  height={height ?? 480}
                />
              ) : (
                <span className="picture none" />
              )}
              {alt_text && <small>{alt_text}</small>}
            </li>
          ))}
        </ul>
      </section>
    );
  return (
    <section id="pictures" aria-labelledby="pictures-title">
      <h2 id="pictures-title">Pictures</h2>
      <Island
        name="admin/product-pictures"
        of={ProductPictures}
        props={{
          product_id,
          product_name: name,
          pictures: displayedPictures,
          count_max: imagesMax,
          bytes_max: createProductImage.file.bytes_max,
          types: createProductImage.file.types.join(","),
          upload_href: hrefOf(pages.uploadProductImage, { product_id }),
          order_href: hrefOf(pages.orderProductImages, { product_id }),
          // the island replaces IMAGE with the id of a picture
          text_href: hrefOf(pages.describeProductImage, { product_id, image_id: "IMAGE" }),
          delete_href: hrefOf(pages.deleteProductImage, { product_id, image_id: "IMAGE" }),
        }}
      />
    </section>
  );
}
