import { createPublicKey, constants, type KeyObject, randomBytes, verify } from "node:crypto";
import { z } from "zod";

/** Public ids of the integration record and the certificate. */
export const clientId = "9a5068b1c4e98e8b85c302f22867f3502a0fc60758079b763fa1c8672ba9d4aa";
export const certificateId = "custcertificate_sandbox";

const headerSchema = z.object({ typ: z.literal("JWT"), alg: z.string(), kid: z.string() });
const claimsSchema = z.object({
  iss: z.string(),
  scope: z.union([z.string(), z.array(z.string())]),
  aud: z.union([z.string(), z.array(z.string())]),
  exp: z.number(),
  iat: z.number(),
});
const maxLifetimeS = 3600;

/** An error response of RFC 6749 section 5.2. */
export class TokenRefusal extends Error {
  readonly code: "invalid_request" | "invalid_client" | "invalid_grant" | "invalid_scope" | "unsupported_grant_type";
  constructor(code: TokenRefusal["code"], message: string) {
    super(message);
    this.code = code;
  }
}

/** Client credentials with a certificate (OAuth 2.0). A restart revokes all tokens. */
export class Access {
  #publicKey: KeyObject;
  #tokenUrl: () => string;
  #tokens = new Map<string, number>();

  constructor(privateKey: string, tokenUrl: () => string) {
    this.#publicKey = createPublicKey(privateKey);
    this.#tokenUrl = tokenUrl;
  }

  /** Throws a TokenRefusal for an invalid assertion. */
  grant(assertion: string): string {
    const [head = "", body = "", signature = ""] = assertion.split(".");
    const header = headerSchema.safeParse(decodeJson(head));
    const claims = claimsSchema.safeParse(decodeJson(body));
    if (!header.success || !claims.success)
      throw new TokenRefusal("invalid_request", "The client_assertion is no JWT of the described structure.");
    if (header.data.alg !== "PS256")
      throw new TokenRefusal("invalid_client", `The algorithm ${header.data.alg} is not accepted.`);
    if (header.data.kid !== certificateId) throw new TokenRefusal("invalid_client", "The certificate is not known.");
    if (!this.#isSigned(`${head}.${body}`, signature))
      throw new TokenRefusal("invalid_client", "The signature is wrong.");
    this.#check(claims.data);
    const token = randomBytes(24).toString("base64url");
    this.#tokens.set(token, Date.now() + maxLifetimeS * 1000);
    return token;
  }

  #check({ iss, scope, aud, exp, iat }: z.output<typeof claimsSchema>): void {
    const now = Date.now() / 1000;
    const scopes = typeof scope === "string" ? scope.split(/[\s,]+/) : scope;
    if (iss !== clientId) throw new TokenRefusal("invalid_client", "The client is not known.");
    if (![aud].flat().includes(this.#tokenUrl()))
      throw new TokenRefusal("invalid_grant", "aud is not the token endpoint.");
    if (exp <= now || iat > now + 60)
      throw new TokenRefusal("invalid_grant", "The assertion has ended or is not yet valid.");
    if (exp - iat > maxLifetimeS) throw new TokenRefusal("invalid_grant", "exp is more than 60 minutes after iat.");
    if (!scopes.includes("rest_webservices"))
      throw new TokenRefusal("invalid_scope", "The scope is not rest_webservices.");
  }

  isBearer(authorization: string | undefined): boolean {
    const until = this.#tokens.get(authorization?.replace(/^Bearer /, "") ?? "");
    return until !== undefined && until > Date.now();
  }

  /** Ends all tokens, as blocking the integration in NetSuite does. */
  revokeAll(): void {
    this.#tokens.clear();
  }

  #isSigned(text: string, signature: string): boolean {
    const key = {
      key: this.#publicKey,
      padding: constants.RSA_PKCS1_PSS_PADDING,
      saltLength: constants.RSA_PSS_SALTLEN_DIGEST,
    };
    return verify("sha256", Buffer.from(text), key, Buffer.from(signature, "base64url"));
  }
}

function decodeJson(part: string): unknown {
  try {
    return JSON.parse(Buffer.from(part, "base64url").toString("utf8"));
  } catch {
    return undefined;
  }
}
