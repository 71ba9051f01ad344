import * as contract from "../../../worker/contract/v1/callbacks/sms.ts";
import { receiveTextMessage } from "../../../worker/domain/notifications/index.ts";
import { readRaw } from "../../../worker/http/body.ts";
import { send } from "../../../worker/http/middleware/headers.ts";
import { serveAll } from "../../../worker/http/serve.ts";

/** TwiML that answers the sender nothing (https://www.twilio.com/docs/messaging/twiml). */
const noAnswer = '<?xml version="1.0" encoding="UTF-8"?><Response/>';

export const routes = serveAll(contract, {
  receiveTextMessage: async (ctx, _input, c) => {
    const body = await readRaw(c);
    const { search } = new URL(c.req.url);
    await receiveTextMessage(ctx, {
      body,
      url: ctx.settings.PUBLIC_URL + contract.receiveTextMessage.path + search,
      signature: c.req.header("x-twilio-signature") ?? "",
    });
    return send(c, noAnswer, 200, { type: "text/xml" });
  },
});
