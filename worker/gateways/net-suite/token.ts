import { importPKCS8, SignJWT } from "jose";
import * as z from "zod/mini";
import { GatewayError } from "../gateway-error.ts";
import { isTransient, isAccountRejected, joinUrl, readJsonBody, sendOutbound } from "../outbound.ts";
import { invocationStorage } from "../watch/outgoing.ts";
import type { NetSuiteSettings } from "./net-suite.ts";

const assertionType = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";
/** A token is not used in the last minute of its life, so that it cannot expire in flight. */
const marginMs = 60_000;

const tokenSchema = z.object({
  access_token: z.string().check(z.minLength(1)),
  /** Seconds as a text, "3600". */
  expires_in: z.coerce.number().check(z.positive()),
});

export type TokenSource = {
  /** A token that is valid for another minute. @throws GatewayError */
  get(): Promise<string>;
  drop(token: string): void;
};

/**
 * OAuth 2.0 client credentials with a signed assertion
 * (https://docs.oracle.com/en/cloud/saas/netsuite/ns-online-help/section_162755359851.html; claims:
 * section_162790605110.html). The token is cached until a minute before its end. Concurrent callers of one
 * invocation share a request; on workerd an invocation must not wait for the promise of another one.
 */
export function createTokenSource(settings: NetSuiteSettings, timeoutMs: number): TokenSource {
  let cachedToken: { token: string; ends_at: number } | undefined;
  const pendingTokens = new WeakMap<object, Promise<string>>();
  const url = joinUrl(settings.NETSUITE_API_URL, "/services/rest/auth/oauth2/v1/token");

  const requestToken = async (): Promise<string> => {
    const body = new URLSearchParams({
      grant_type: "client_credentials",
      client_assertion_type: assertionType,
      client_assertion: await sign(settings, url),
    });
    const sent_at = Date.now();
    const response = await sendOutbound({ service: "net-suite", method: "POST", url, headers: {}, body, timeoutMs });
    const { ok, status } = response;
    const answer = await readJsonBody(response);
    if (!ok) throw toTokenError(status, answer);
    const parsed = tokenSchema.safeParse(answer);
    if (!parsed.success) throw new GatewayError("net-suite", "no token in the answer", { retryable: true, status });
    cachedToken = { token: parsed.data.access_token, ends_at: sent_at + parsed.data.expires_in * 1000 - marginMs };
    return cachedToken.token;
  };

  return {
    get() {
      if (cachedToken && cachedToken.ends_at > Date.now()) return Promise.resolve(cachedToken.token);
      const invocation = invocationStorage.getStore() ?? pendingTokens;
      const pendingToken =
        pendingTokens.get(invocation) ?? requestToken().finally(() => pendingTokens.delete(invocation));
      pendingTokens.set(invocation, pendingToken);
      return pendingToken;
    },
    drop(token) {
      if (cachedToken?.token === token) cachedToken = undefined;
    },
  };
}

function toTokenError(status: number, answer: Record<string, unknown>): GatewayError {
  const explanation = [answer["error"], answer["error_description"]]
    .filter((each) => typeof each === "string")
    .join(": ");
  const reason = explanation === "" ? undefined : `NetSuite gives no token: ${explanation}`;
  const retryable = isTransient(status) || isAccountRejected(status);
  return new GatewayError("net-suite", `no token, status ${status}`, { retryable, status, reason });
}

async function sign(settings: NetSuiteSettings, audience: string): Promise<string> {
  const key = await importPKCS8(settings.NETSUITE_PRIVATE_KEY.replaceAll("\\n", "\n"), "PS256").catch(
    (cause: unknown) => {
      const reason = "NETSUITE_PRIVATE_KEY is no private key in PEM (PKCS#8)";
      throw new GatewayError("net-suite", reason, { retryable: false, cause, reason });
    },
  );
  return new SignJWT({ scope: "rest_webservices" })
    .setProtectedHeader({ typ: "JWT", alg: "PS256", kid: settings.NETSUITE_CERTIFICATE_ID })
    .setIssuer(settings.NETSUITE_CLIENT_ID)
    .setAudience(audience)
    .setIssuedAt()
    .setExpirationTime("5m")
    .sign(key);
}
