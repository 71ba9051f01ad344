import { join } from "node:path";
import { z } from "zod";
import { Journal } from "../journal.ts";

export const trackedStatuses = ["in_transit", "delivered", "exception", "returned"] as const;

const shipmentSchema = z.object({
  tracking_id: z.string(),
  /** The sender's reference; null for a package without one, such as one that was handed over at a counter. */
  reference: z.string().nullable(),
  service: z.string().nullable(),
  weight_kg: z.number().nullable(),
  recipient: z.object({ name: z.string(), address: z.string(), country: z.string() }).nullable(),
  /** The declaration to customs; null for a package without one, as within a country. */
  customs: z.unknown().default(null),
  status: z.enum(["label_created", "canceled", ...trackedStatuses]),
  created_at: z.string(),
  status_at: z.string(),
  /** Scans, oldest first. */
  scans: z.array(z.object({ status: z.enum(trackedStatuses), at: z.string() })).default([]),
});
export type KnownShipment = z.infer<typeof shipmentSchema>;

/** Shipments that survive a restart: each change appends the whole shipment to the journal. */
export class Shipments {
  #journal: Journal<KnownShipment>;
  #known = new Map<string, KnownShipment>();
  #indexedAfterS = new Map<string, number>();

  constructor(dataDir: string) {
    this.#journal = new Journal(join(dataDir, "fulex.jsonl"), shipmentSchema);
    for (const entry of this.#journal.entries) this.#known.set(entry.tracking_id, entry);
  }

  /** Newest first. */
  list(): KnownShipment[] {
    return [...this.#known.values()].toReversed();
  }

  find(trackingId: string): KnownShipment | undefined {
    return this.#known.get(trackingId);
  }

  /** The number has twelve digits, as with FedEx Ground. */
  make(
    fields: Pick<KnownShipment, "reference" | "service" | "weight_kg" | "recipient"> & { customs?: unknown },
  ): KnownShipment {
    const at = new Date().toISOString();
    const tracking_id = String(794_600_000_000 + this.#known.size + 1);
    return this.#keep({
      customs: null,
      scans: [],
      ...fields,
      tracking_id,
      status: "label_created",
      created_at: at,
      status_at: at,
    });
  }

  /**
   * Sets the status, and adds a scan unless the status is `canceled`. A package with an unknown number was handed over
   * at a counter.
   */
  see(trackingId: string, status: KnownShipment["status"]): KnownShipment {
    const at = new Date().toISOString();
    const earlierShipment = this.#known.get(trackingId) ?? {
      tracking_id: trackingId,
      reference: null,
      service: null,
      weight_kg: null,
      recipient: null,
      customs: null,
      scans: [],
      created_at: at,
    };
    const scans = earlierShipment.scans ?? [];
    const scanStatus = trackedStatuses.find((each) => each === status);
    return this.#keep({
      ...earlierShipment,
      status,
      status_at: at,
      scans: scanStatus ? [...scans, { status: scanStatus, at }] : scans,
    });
  }

  /**
   * Track may index a reference later than Ship accepts it, so a new shipment may not be found by its reference yet.
   */
  isIndexed({ reference, created_at }: KnownShipment): boolean {
    const afterS = this.#indexedAfterS.get(reference ?? "") ?? 0;
    return Date.parse(created_at) + afterS * 1000 <= Date.now();
  }

  delayIndex(reference: string, afterS: number): void {
    this.#indexedAfterS.set(reference, afterS);
  }

  #keep(shipment: KnownShipment): KnownShipment {
    this.#journal.append(shipment);
    this.#known.set(shipment.tracking_id, shipment);
    return shipment;
  }
}
