import { Hono } from "hono";
import { z } from "zod";
import type { SandboxEnv } from "../service.ts";
import { isMinted, type Tokens } from "./state.ts";

const goodScore = 0.9;
const lowScore = 0.1;

/** Returns undefined for a rejected token. */
export function scoreToken(token: string): number | undefined {
  if (token === "sandbox-fail") return undefined;
  // A token with the prefix of the sandbox's tokens but without their format is truncated or forged.
  if (token.startsWith("sandbox.") && !isMinted(token)) return undefined;
  return token === "sandbox-low-score" ? lowScore : goodScore;
}

const quotaSchema = z.strictObject({ left: z.int().min(0) });

/** `POST /captcha/quota {"left": 0}` uses up the month's checks. */
export function captchaControls(tokens: Tokens) {
  return new Hono<SandboxEnv>().post("/quota", async (c) => {
    const parsed = quotaSchema.safeParse(await c.req.json().catch(() => undefined));
    if (!parsed.success) return c.json({ success: false, message: z.prettifyError(parsed.error) }, 400);
    tokens.quota.left = parsed.data.left;
    return c.json({ success: true });
  });
}
