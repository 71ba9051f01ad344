import type { FulexGateway } from "../../../gateways/fulex/index.ts";
import { GatewayError } from "../../../gateways/gateway-error.ts";
import type { ReadCtx } from "../../context.ts";

export function requireCarrierAccount({ gateways: { fulex } }: ReadCtx): FulexGateway {
  if (!fulex) throw new GatewayError("fulex", "the shop has no account there", { retryable: false });
  return fulex;
}

export const signInAtCarrier = async (ctx: ReadCtx): Promise<void> => requireCarrierAccount(ctx).signIn();
