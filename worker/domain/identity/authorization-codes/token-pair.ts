import type { Ctx } from "../../context.ts";
import { consume, strictBudgets } from "../../platform/index.ts";
import { exchangeCode, type TokenPair } from "./exchange-code.ts";
import { refreshTokens } from "./refresh-tokens.ts";

export type TokenInput = {
  grant_type: "authorization_code" | "refresh_token";
  code?: string | null | undefined;
  code_verifier?: string | null | undefined;
  refresh_token?: string | null | undefined;
};

export async function createTokenPair(ctx: Ctx, input: TokenInput): Promise<TokenPair> {
  await consume(ctx, strictBudgets(ctx, "token"));
  return input.grant_type === "refresh_token"
    ? refreshTokens(ctx, input.refresh_token ?? "")
    : exchangeCode(ctx, input.code ?? "", input.code_verifier ?? undefined);
}
