import * as contract from "../../../worker/contract/v1/callbacks/email.ts";
import { receiveEmailEvent } from "../../../worker/domain/notifications/index.ts";
import { readRaw } from "../../../worker/http/body.ts";
import { serveAll } from "../../../worker/http/serve.ts";

export const routes = serveAll(contract, {
  receiveEmailEvent: async (ctx, _input, c) => {
    const body = await readRaw(c);
    await receiveEmailEvent(ctx, {
      body,
      id: c.req.header("svix-id") ?? "",
      timestamp: c.req.header("svix-timestamp") ?? "",
      signature: c.req.header("svix-signature") ?? "",
    });
  },
});
