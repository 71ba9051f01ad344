import type { ReplyOf } from "../../../worker/contract/endpoint.ts";
import type { createProductImage } from "../../../worker/contract/v1/admin/product-images.ts";
import { toFailure } from "../../lib/api.ts";

type ProductImage = ReplyOf<typeof createProductImage>;
type UploadOutcome = { ok: true; image: ProductImage } | { ok: false; message: string };
type UploadOptions = { product_id: string; bytes_max: number; onProgress: (percent: number) => void };

/** Uses XMLHttpRequest, because fetch reports no upload progress. */
export function uploadPicture(
  file: File,
  { product_id, bytes_max, onProgress }: UploadOptions,
): Promise<UploadOutcome> {
  if (file.size > bytes_max)
    return Promise.resolve({ ok: false, message: `The file must be at most ${bytes_max / 2 ** 20} MiB.` });
  const form = new FormData();
  form.append("file", file);
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open("POST", `/v1/admin/products/${product_id}/images`);
    request.upload.addEventListener("progress", ({ loaded, total }) => onProgress(Math.round((loaded / total) * 100)));
    request.addEventListener("load", () => resolve(toOutcome(request.status, request.responseText)));
    request.addEventListener("error", () => resolve({ ok: false, message: toFailure(0).message }));
    request.send(form);
  });
}

/** A reply that is not JSON, such as a proxy's page, is an ordinary failure. */
function toOutcome(status: number, text: string): UploadOutcome {
  try {
    const answer = JSON.parse(text);
    if (status === 201) return { ok: true, image: answer };
    return { ok: false, message: answer.issues?.[0]?.message ?? toFailure(status, answer).message };
  } catch {
    return { ok: false, message: toFailure(status).message };
  }
}
