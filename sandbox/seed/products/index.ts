import { accessories } from "./accessories.ts";
import { plans } from "./plans.ts";
import { categories, type SeedProduct } from "./product.ts";
import { sensors } from "./sensors.ts";
import { software } from "./software.ts";
import { spectrometers } from "./spectrometers.ts";

const firstDay = Date.UTC(2025, 0, 13, 9);
const day = 86_400_000;

/** Prices are in US cents. */
export const demoProducts = [...spectrometers, ...sensors, ...accessories, ...plans, ...software].map(complete);

/**
 * Tangible goods, software as a service and downloaded software, for business use
 * (https://docs.stripe.com/tax/tax-codes).
 */
function taxCodeOf({ type, subscription_term }: SeedProduct): string {
  if (type === "hardware") return "txcd_99999999";
  return subscription_term ? "txcd_10103001" : "txcd_10202003";
}

function complete(product: SeedProduct, index: number) {
  const created_at = new Date(firstDay + index * 11 * day).toISOString();
  return {
    is_active: true,
    is_archived: false,
    is_published: true,
    subscription_term: null,
    family: null,
    tax_code: taxCodeOf(product),
    position: (categories.indexOf(product.category) + 1) * 100 + index,
    author: null,
    notes: null,
    software_use_cases: [],
    platforms: [],
    requirements: null,
    certifications: null,
    format: null,
    downloads: [],
    links: [],
    patterns: [],
    net_suite_id: null,
    synchronized_at: null,
    created_at,
    updated_at: created_at,
    ...product,
  };
}
