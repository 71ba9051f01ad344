import { createProductImage } from "../../../worker/contract/v1/admin/product-images.ts";
import type { Client } from "../client.ts";

export const uploadPicture = (client: Client, product_id: string, file: Uint8Array<ArrayBuffer>, alt_text?: string) =>
  client.call(createProductImage, {
    params: { product_id },
    body: { file: new Blob([file]), ...(alt_text !== undefined && { alt_text }) },
  });
