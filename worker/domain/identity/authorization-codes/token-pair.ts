import type { InputOf } from "../../../contract/endpoint.ts";
import type * as contract from "../../../contract/v1/sso/token.ts";
import type { Ctx } from "../../context.ts";
import { consume, strictBudgets } from "../../platform/index.ts";
import { exchangeCode, type TokenPair } from "./exchange-code.ts";
import { refreshTokens } from "./refresh-tokens.ts";

export type TokenInput = InputOf<typeof contract.exchangeCode>["body"];

export async function createTokenPair(ctx: Ctx, input: TokenInput): Promise<TokenPair> {
  const refunds = await consume(ctx, strictBudgets(ctx, "token"));
  return input.grant_type === "refresh_token"
    ? refreshTokens(ctx, input.refresh_token ?? "", refunds)
    : exchangeCode(ctx, { code: input.code ?? "", verifier: input.code_verifier ?? undefined }, refunds);
}
