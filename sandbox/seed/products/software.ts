import type { SeedProduct } from "./product.ts";

const files = "https://downloads.example.com";

/** Software that is bought once; `plans.ts` has the subscriptions. */
export const software: SeedProduct[] = [
  {
    id: "01900000-0000-7000-8000-000000000124",
    sku: "FP-LIMS-1",
    name: "LIMS Export",
    type: "software",
    category: "Flowpoint",
    author: "CGX",
    price_levels: { "Base Price": 59_000, Partner: 52_500, Education: 41_300 },
    main_image: "/products/lims-export.svg",
    other_images: ["/products/flowpoint-report.svg"],
    short_description: "Flowpoint plugin that writes released results into your laboratory system.",
    long_description:
      "Every released result arrives in your laboratory system within a minute, under the sample number that came from there. What could not be delivered waits, is tried again, and is listed until it has arrived. Bought once, with updates for the life of Flowpoint 5.",
    detailed_description: [
      {
        title: "Systems",
        description: "LabWare, STARLIMS, SampleManager; others by ASTM E1394, HL7 or a folder of CSV files.",
      },
      {
        title: "Mapping",
        description: "Fields are matched on a screen, with a preview of real samples; no script is needed.",
      },
    ],
    key_features: [
      "Delivers within a minute",
      "Nothing is lost, nothing arrives twice",
      "Mapping with a preview",
      "Bought once",
    ],
    compatibility: ["Flowpoint Team or Pro 5.0 or newer"],
    devices: ["CGX Spectra 100", "CGX Spectra 200"],
    software_use_cases: ["Reporting", "Process control"],
    platforms: ["Windows", "Linux"],
    requirements: "Flowpoint 5.0 or newer, network access to the laboratory system",
    format: "Plugin, licence by organization",
    availability: "At once",
    downloads: [{ name: "Administrator's guide (PDF)", link: `${files}/lims-export/guide.pdf` }],
    links: [{ name: "List of supported systems", link: `${files}/lims-export/systems` }],
  },
];
