import * as contract from "../worker/contract/images.ts";
import { findImageMetadata, openImage } from "../worker/domain/catalog/index.ts";
import { sendImage } from "../worker/http/files/send-image.ts";
import { httpHandler, serveAll } from "../worker/http/serve.ts";

export const routes = serveAll(contract, {
  openImage: httpHandler((ctx, { params: { file_name } }, c) =>
    sendImage(c, {
      find: () => findImageMetadata(ctx, `/images/${file_name}`),
      open: () => openImage(ctx, `/images/${file_name}`),
    }),
  ),
});
