import type { ProductType, SubscriptionTerm } from "../../../db/enums.ts";

type NamedLink = { name: string; link: string };

/** In store order. */
export const categories = ["Spectrometers", "Sensors", "Gateways", "Flowpoint", "Calibration", "Accessories"] as const;

/** `completeProduct` fills in the other columns. */
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
  /** Shared by a plan's terms. */
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
