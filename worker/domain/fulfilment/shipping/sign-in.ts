import type { FulexGateway } from "../../../gateways/fulex/index.ts";
import { GatewayError } from "../../../gateways/gateway-error.ts";
import type { ReadCtx } from "../../context.ts";

/** @throws GatewayError if the shop has no account at the carrier */
export function requireCarrierAccount({ gateways: { fulex } }: ReadCtx): FulexGateway {
  if (!fulex) throw new GatewayError("fulex", "the shop has no account there", { retryable: false });
  return fulex;
}

/** Tests our credentials at the carrier (O-115). @throws GatewayError if they fail or are missing */
export const signInAtCarrier = async (ctx: ReadCtx): Promise<void> => requireCarrierAccount(ctx).signIn();
