import type { FulexGateway } from "../../../gateways/fulex/index.ts";
import { GatewayError } from "../../../gateways/gateway-error.ts";
import type { Ctx } from "../../context.ts";

/** The carrier's gateway. Throws GatewayError where the shop has no account there. */
export function requireSetUp({ gateways: { fulex } }: Ctx): FulexGateway {
  if (!fulex) throw new GatewayError("fulex", "the shop has no account there", { retryable: false });
  return fulex;
}

/** Whether the carrier knows us (O-115). Throws GatewayError when it does not, does not answer or is not set up. */
export const signInAtCarrier = async (ctx: Ctx): Promise<void> => requireSetUp(ctx).signIn();
