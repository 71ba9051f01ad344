import { GatewayError } from "../gateway-error.ts";
import { discardBody, sendOutbound } from "../outbound.ts";
import type { ByteRange } from "../files/index.ts";
import { sendGet, type BuildsSettings, requireOk } from "./request.ts";

/** `read` throws GatewayError. */
export type AssetSource = { read(part: ByteRange): Promise<ReadableStream<Uint8Array>> };

const partTimeoutMs = 15_000;
const binary = "application/octet-stream";

/**
 * The API streams an asset or redirects to a second host
 * (https://docs.github.com/en/rest/releases/assets#get-a-release-asset). Only BUILDS_FILES_ORIGIN is followed, and it
 * does not receive the token. The location is requested once for all parts.
 */
export function openAsset(
  settings: BuildsSettings,
  repository: string,
  asset: { id: number; size: number },
): AssetSource {
  let location: string | undefined;
  const path = `/repos/${settings.BUILDS_OWNER}/${encodeURIComponent(repository)}/releases/assets/${asset.id}`;
  return {
    async read(part) {
      const range = `bytes=${part.offset}-${part.offset + part.length - 1}`;
      if (location === undefined) {
        const answer = await sendGet(settings, path, { accept: binary, range });
        if (answer.status !== 302) return requireBody(answer, part, asset.size);
        location = requireLocation(answer, settings);
        await discardBody(answer);
      }
      const headers = { accept: binary, range };
      const response = await sendOutbound({
        service: "builds",
        method: "GET",
        url: location,
        headers,
        timeoutMs: partTimeoutMs,
      });
      return requireBody(await requireOk(response), part, asset.size);
    },
  };
}

function requireLocation(answer: Response, { BUILDS_FILES_ORIGIN }: BuildsSettings): string {
  const location = URL.parse(answer.headers.get("location") ?? "");
  if (location?.origin === new URL(BUILDS_FILES_ORIGIN).origin) return location.href;
  throw new GatewayError("builds", "an asset leads to another host than BUILDS_FILES_ORIGIN", { retryable: false });
}

/** The body of exactly the requested range (https://www.rfc-editor.org/rfc/rfc9110#name-206-partial-content). */
function requireBody(answer: Response, { offset, length }: ByteRange, size: number): ReadableStream<Uint8Array> {
  const isPart = answer.headers.get("content-range") === `bytes ${offset}-${offset + length - 1}/${size}`;
  const isWhole = answer.status === 200 && length === size;
  if (answer.body && (answer.status === 206 ? isPart : isWhole)) return answer.body;
  throw new GatewayError("builds", "answered another part of the file than was asked for", { retryable: false });
}
