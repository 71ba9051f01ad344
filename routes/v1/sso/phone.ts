import * as contract from "../../../worker/contract/v1/sso/phone.ts";
import {
  chooseTextTypes,
  confirmPhone,
  getPhone,
  removePhone,
  requestPhoneCode,
} from "../../../worker/domain/notifications/index.ts";
import { serveAll, travelling } from "../../../worker/http/serve.ts";

export const routes = serveAll(contract, {
  getPhone: travelling(getPhone),
  requestPhoneCode: (ctx, { body }) => requestPhoneCode(ctx, body.number),
  confirmPhone: (ctx, { body }) => confirmPhone(ctx, body.code),
  removePhone: (ctx) => removePhone(ctx),
  chooseTextTypes: (ctx, { body }) => chooseTextTypes(ctx, body.types),
});
