import type { ProductType, SubscriptionTerm } from "./enums.ts";
import { accessories } from "./seed-products-accessories.ts";
import { plans } from "./seed-products-plans.ts";
import { sensors } from "./seed-products-sensors.ts";
import { software } from "./seed-products-software.ts";
import { spectrometers } from "./seed-products-spectrometers.ts";

type NamedLink = { name: string; link: string };

/** What is told of a product; the rest of its row is `complete`d. */
export type SeedProduct = {
  id: string;
  sku: string;
  name: string;
  type: ProductType;
  category: string;
  price_levels: Record<string, number>;
  main_image: string;
  other_images: string[];
  short_description: string;
  long_description: string;
  detailed_description: { title: string; description: string }[];
  key_features: string[];
  compatibility: string[];
  devices: string[];
  availability: string;
  is_active?: boolean;
  is_archived?: boolean;
  is_published?: boolean;
  subscription_term?: SubscriptionTerm;
  author?: string;
  notes?: string;
  software_use_cases?: string[];
  platforms?: string[];
  requirements?: string;
  certifications?: string;
  format?: string;
  downloads?: NamedLink[];
  links?: NamedLink[];
  patterns?: string[];
};

const firstDay = Date.UTC(2025, 0, 13, 9);
const day = 86_400_000;

/** The 24 products of the demonstration shop as rows of `products`; prices in US cents. */
export const demoProducts = [...spectrometers, ...sensors, ...accessories, ...plans, ...software].map(complete);

function complete(product: SeedProduct, index: number) {
  const created_at = new Date(firstDay + index * 11 * day).toISOString();
  return {
    is_active: true,
    is_archived: false,
    is_published: true,
    subscription_term: null,
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
