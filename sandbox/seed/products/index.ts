import { accessories } from "./accessories.ts";
import { plans } from "./plans.ts";
import { categories, type SeedProduct } from "./product.ts";
import { sensors } from "./sensors.ts";
import { software } from "./software.ts";
import { spectrometers } from "./spectrometers.ts";

const firstDay = Date.UTC(2025, 0, 13, 9);
const dayMs = 86_400_000;

/** Weight in grams with the box, and HS code, by SKU. The Gate G8 Rack and the Spectra 50 have neither. */
const shippingBySku: Record<string, readonly [weight_grams: number, hs_code: string]> = {
  "CGX-SP100": [2_600, "902730"],
  "CGX-SP200": [4_800, "902730"],
  "CGX-SP400-IN": [11_500, "902730"],
  "CGX-T20": [900, "902519"],
  "CGX-V3": [450, "903180"],
  "CGX-G4": [1_300, "851762"],
  "CGX-CAL-R6": [1_100, "902790"],
  "CGX-HG1": [650, "902790"],
  "CGX-FIB-2": [200, "900110"],
  "CGX-M12-5": [350, "854442"],
  "CGX-CASE": [3_900, "420212"],
  "CGX-IS50": [700, "902790"],
};

/** Working days until an order ships, by the product's availability text. */
const leadDays: Record<string, number> = {
  "Ships in 2 to 3 working days": 3,
  "Built to order, ships in 10 working days": 10,
};

/** Prices are in US cents. */
export const demoProducts = [...spectrometers, ...sensors, ...accessories, ...plans, ...software].map(completeProduct);

/**
 * Tangible goods, software as a service and downloaded software, for business use
 * (https://docs.stripe.com/tax/tax-codes).
 */
function taxCodeFor({ type, subscription_term }: SeedProduct): string {
  if (type === "hardware") return "txcd_99999999";
  return subscription_term ? "txcd_10103001" : "txcd_10202003";
}

function completeProduct(product: SeedProduct, index: number) {
  const [weight_grams = null, hs_code = null] = shippingBySku[product.sku] ?? [];
  const created_at = new Date(firstDay + index * 11 * dayMs).toISOString();
  return {
    is_active: true,
    is_archived: false,
    is_published: true,
    subscription_term: null,
    family: null,
    tax_code: taxCodeFor(product),
    lead_days: leadDays[product.availability] ?? null,
    weight_grams,
    hs_code,
    country_of_origin: hs_code === null ? null : "US",
    customs_value: null,
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
