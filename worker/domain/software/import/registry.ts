import type { BuildsGateway } from "../../../gateways/builds/index.ts";
import { GatewayError } from "../../../gateways/gateway-error.ts";
import type { Ctx, ReadCtx } from "../../context.ts";
import { withRetries } from "../../platform/index.ts";
import { toRefusal } from "./refusal.ts";

export type Registry = BuildsGateway;

export const unavailableReason = ({ gateways }: ReadCtx): string | undefined =>
  gateways.builds ? undefined : "No registry of builds is connected. Set BUILDS_TOKEN and BUILDS_OWNER.";

/** Retries failed calls. @throws GatewayError if no registry is connected */
export function openRegistry(ctx: Ctx): Registry {
  const { builds } = ctx.gateways;
  if (!builds) throw new GatewayError("builds", "not connected", { retryable: false });
  return {
    listRepositories: (page) => withRetries(() => builds.listRepositories(page)),
    listReleases: (name, page, etag) => withRetries(() => builds.listReleases(name, page, etag)),
    releaseByTag: (name, tag) => withRetries(() => builds.releaseByTag(name, tag)),
    async readAsset(name, asset, bytesMax) {
      try {
        return await withRetries(() => builds.readAsset(name, asset, bytesMax));
      } catch (error) {
        throw toRefusal(error, `${asset.name} could not be read`);
      }
    },
    // copy-file.ts retries each part.
    openAsset: (name, asset) => builds.openAsset(name, asset),
  };
}
