import type { ProductType, SubscriptionTerm } from "../../../db/enums.ts";

type NamedLink = { name: string; link: string };

/** The categories in the order in which the store shows them. */
export const categories = ["Spectrometers", "Sensors", "Gateways", "Flowpoint", "Calibration", "Accessories"] as const;

/** What is told of a product; the rest of its row is `complete`d. */
export type SeedProduct = {
  id: string;
  sku: string;
  name: string;
  type: ProductType;
  category: (typeof categories)[number];
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
  /** Name that the terms of a plan share. */
  family?: string;
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
