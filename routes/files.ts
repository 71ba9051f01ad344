import * as contract from "../worker/contract/files.ts";
import { downloadFile } from "../worker/domain/software/index.ts";
import { isResuming, sendFile } from "../worker/http/files/send-file.ts";
import { httpHandler, serveAll } from "../worker/http/serve.ts";

export const routes = serveAll(contract, {
  downloadFile: httpHandler(async (ctx, { params }, c) =>
    sendFile(c, await downloadFile(ctx, { ...params, isContinued: (sha256) => isResuming(c, sha256) })),
  ),
});
