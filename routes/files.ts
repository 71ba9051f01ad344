import * as contract from "../worker/contract/files.ts";
import { downloadFile } from "../worker/domain/software/index.ts";
import { continuesWith, sendFile } from "../worker/http/files/send-file.ts";
import { byHand, serveAll } from "../worker/http/serve.ts";

export const routes = serveAll(contract, {
  downloadFile: byHand(async (ctx, { params }, c) =>
    sendFile(c, await downloadFile(ctx, { ...params, isContinued: (sha256) => continuesWith(c, sha256) })),
  ),
});
