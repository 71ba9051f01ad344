import * as z from "zod/mini";
import { emptyReply, endpoint, reply } from "../../endpoint.ts";
import { productImage, productImageShape } from "../../entities/product-image.ts";
import { describe, freeText, uuid } from "../../fields.ts";
import { altTextMax, imagesMax, imageTypes } from "../../image-path.ts";
import { listReply } from "../../paging.ts";

const callDefaults = { tag: "Admin: products" } as const;
const path = "/v1/admin/products/{product_id}/images";
const params = z.object({ product_id: uuid() });
const imageParams = z.object({ product_id: uuid(), image_id: uuid() });
const altText = () => freeText(altTextMax, "Alternative text");

const imageFile = {
  name: "file",
  bytes_max: 5 * 1024 * 1024,
  types: Object.values(imageTypes),
  description: "A PNG, JPEG, WebP or AVIF of at most 5 MiB and 40 megapixels.",
} as const;

export const listProductImages = endpoint({
  ...callDefaults,
  access: "products:read",
  method: "GET",
  path,
  params,
  status: 200,
  reply: listReply(productImage),
  errors: ["PRODUCT_NOT_FOUND"],
  summary: "List the pictures of a product",
  description: "In display order; uploaded pictures that are not shown come last.",
});

export const createProductImage = endpoint({
  ...callDefaults,
  access: "products:act",
  method: "POST",
  path,
  params,
  body: z.object({ alt_text: z.optional(altText()) }),
  file: imageFile,
  status: 201,
  reply: reply(productImageShape),
  errors: ["PRODUCT_NOT_FOUND", "PRODUCT_IMAGE_LIMIT"],
  summary: "Upload a picture of a product",
  description: `Accepts PNG, JPEG, WebP and AVIF, detected by content, not animated, at most 40 megapixels and 16,384 pixels a side. Metadata is removed; the orientation of a JPEG and a small colour profile are retained. The picture is appended, or becomes the main one if there is none. Uploading a picture again returns the existing one. A product has at most ${imagesMax}.`,
});

export const orderProductImages = endpoint({
  ...callDefaults,
  access: "products:act",
  method: "PUT",
  path,
  params,
  body: z.object({
    images: describe(
      z
        .array(freeText(2048, "ID of an uploaded picture, or the URL of another picture"))
        .check(z.maxLength(imagesMax + 1)),
      "All pictures in their new order, main picture first",
    ),
  }),
  status: 200,
  reply: emptyReply,
  errors: ["PRODUCT_NOT_FOUND", "PRODUCT_IMAGES_CHANGED"],
  summary: "Reorder the pictures of a product",
  description: "Including an uploaded picture that is not shown shows it again.",
});

export const updateProductImage = endpoint({
  ...callDefaults,
  access: "products:act",
  method: "PUT",
  path: `${path}/{image_id}`,
  params: imageParams,
  body: z.object({ alt_text: altText() }),
  status: 200,
  reply: reply(productImageShape),
  errors: ["PRODUCT_IMAGE_NOT_FOUND"],
  summary: "Change the alternative text of a picture",
});

export const deleteProductImage = endpoint({
  ...callDefaults,
  access: "products:act",
  method: "DELETE",
  path: `${path}/{image_id}`,
  params: imageParams,
  status: 200,
  reply: emptyReply,
  errors: ["PRODUCT_IMAGE_NOT_FOUND"],
  summary: "Delete a picture of a product",
  description:
    "Removed from the product at once. Its file stays for a day, and as long as another product or an order shows it.",
});
