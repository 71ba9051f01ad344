import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { FulexGateway, Tracking } from "../../../gateways/fulex/index.ts";
import { GatewayError } from "../../../gateways/gateway-error.ts";
import type { Ctx } from "../../context.ts";
import { type RowOf, many } from "../../sql.ts";
import { carrierName } from "./make-shipments.ts";
import { recordPackageStates, type PackageState } from "../packages/record-package-states.ts";
import { type TaskPage, withRetries } from "../../platform/index.ts";
import { requireCarrierAccount } from "./sign-in.ts";

const trackedPackage = () => z.object({ id: z.string(), tracking_id: z.string(), is_theirs: z.boolean() });
type TrackedPackage = RowOf<typeof trackedPackage>;

/**
 * Packages that the carrier may have, including those without a named carrier, such as those from the accounting
 * system.
 */
const isUnderWay = sql`status in ('sent', 'exception')
  and tracking_id is not null
  and coalesce(freight_carrier ilike ${carrierName}, true)`;
const columns = sql`id, tracking_id, freight_carrier is not null as is_theirs`;

/** The carrier's maximum per tracking request. */
const pageSize = 30;

/**
 * One batch of the tracking task: tracks the next 30 packages on their way, by id, and marks orders that owe nothing as
 * received when their last package arrives. Idempotent. Rethrows GatewayError.
 */
export async function syncShippingPage(ctx: Ctx, cursor: string | null): Promise<TaskPage> {
  const carrier = requireCarrierAccount(ctx);
  const page = await many(
    ctx,
    trackedPackage,
    sql`
    select ${columns} from packages
    where ${isUnderWay} and ${cursor === null ? sql`true` : sql`id > ${cursor}`}
    order by id
    limit ${pageSize}`,
  );
  const { states, failures } = await trackPackages(carrier, page);
  await recordPackageStates(ctx, states);
  const last = page.length === pageSize ? page.at(-1) : undefined;
  return { cursor: last?.id ?? null, found: page.length, processed: page.length - failures.length, failures };
}

/** Tracks one package again, by tracking number. @throws GatewayError with the failure's reason */
export async function syncPackage(ctx: Ctx, trackingId: string): Promise<void> {
  const carrier = requireCarrierAccount(ctx);
  const packages = await many(
    ctx,
    trackedPackage,
    sql`
    select ${columns} from packages where tracking_id = ${trackingId} and ${isUnderWay}`,
  );
  const { states, failures } = await trackPackages(carrier, packages);
  const [failure] = failures;
  if (failure) throw new GatewayError("fulex", failure.reason, { retryable: false });
  await recordPackageStates(ctx, states);
}

async function trackPackages(carrier: FulexGateway, packages: readonly TrackedPackage[]) {
  const trackingByNumber =
    packages.length === 0
      ? new Map<string, Tracking>()
      : await withRetries(() => carrier.track(packages.map(({ tracking_id }) => tracking_id)));
  const states: PackageState[] = [];
  const failures: TaskPage["failures"] = [];
  for (const { id, tracking_id, is_theirs } of packages) {
    const state = trackingByNumber.get(tracking_id);
    if (state) states.push({ id, ...state, status: state.status === "under-way" ? "sent" : state.status });
    else if (is_theirs)
      failures.push({ record_id: tracking_id, reason: `${carrierName} does not know this number (yet).` });
  }
  return { states, failures };
}
