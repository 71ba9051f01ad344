import { z } from "zod";
import { request } from "../cloudflare.ts";
import type { Target } from "../target.ts";

const zonesSchema = z.array(z.object({ id: z.string(), name: z.string() }));
export type Zone = z.output<typeof zonesSchema>[number];

export const hostOf = ({ PUBLIC_URL = "" }: Target["settings"]): string => URL.parse(PUBLIC_URL)?.hostname ?? "";

/** The zone of PUBLIC_URL, undefined if the token sees none. @throws TokenRefusedError */
export async function fetchZone(settings: Target["settings"]): Promise<Zone | undefined> {
  const labels = hostOf(settings).split(".");
  for (let i = 0; i < labels.length; i += 1) {
    const path = `zones?name=${encodeURIComponent(labels.slice(i).join("."))}`;
    const [zone] = zonesSchema.parse(await request(settings, { path, permission: "Zone: Read" }));
    if (zone) return zone;
  }
  return undefined;
}
