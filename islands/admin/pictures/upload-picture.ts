import type { ReplyOf } from "../../../worker/contract/endpoint.ts";
import type { createProductImage } from "../../../worker/contract/v1/admin/product-images.ts";
import { failed } from "../../lib/api.ts";

type Image = ReplyOf<typeof createProductImage>;
type Outcome = { ok: true; image: Image } | { ok: false; message: string };
type Upload = { product_id: string; bytes_max: number; onProgress: (percent: number) => void };

/** Uses XMLHttpRequest, because fetch reports no upload progress. */
export function uploadPicture(file: File, { product_id, bytes_max, onProgress }: Upload): Promise<Outcome> {
  if (file.size > bytes_max)
    return Promise.resolve({ ok: false, message: `The file must be at most ${bytes_max / 2 ** 20} MiB.` });
  const form = new FormData();
  form.append("file", file);
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open("POST", `/v1/admin/products/${product_id}/images`);
    request.upload.addEventListener("progress", ({ loaded, total }) => onProgress(Math.round((loaded / total) * 100)));
    request.addEventListener("load", () => resolve(toOutcome(request.status, request.responseText)));
    request.addEventListener("error", () => resolve({ ok: false, message: failed(0).message }));
    request.send(form);
  });
}

/** A reply in another format, such as a proxy's page, is an ordinary failure. */
function toOutcome(status: number, text: string): Outcome {
  try {
    const answer = JSON.parse(text);
    if (status === 201) return { ok: true, image: answer };
    return { ok: false, message: answer.issues?.[0]?.message ?? failed(status, answer).message };
  } catch {
    return { ok: false, message: failed(status).message };
  }
}
