import { idempotencyKeyMax } from "../contract/paths.ts";
import { BadRequest } from "../contract/errors.ts";
import type { AppContext } from "./app-env.ts";

/**
 * `Idempotency-Key` (https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header/). @throws BadRequest
 * for an empty key or one that is too long
 */
export function readIdempotencyKey(c: AppContext): string | undefined {
  const key = c.req.header("idempotency-key");
  if (key === undefined || (key !== "" && key.length <= idempotencyKeyMax)) return key;
  const message = `Idempotency-Key must have 1 to ${idempotencyKeyMax} characters.`;
  throw new BadRequest([{ code: "custom", path: ["idempotency-key"], message }]);
}
