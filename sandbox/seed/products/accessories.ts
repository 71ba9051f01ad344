import type { SeedProduct } from "./product.ts";

const files = "https://downloads.example.com";
const spectrometers = ["CGX Spectra 100", "CGX Spectra 200"];
const inStock = "Ships in 2 to 3 working days";

/** Includes an accessory whose sale is paused, and a spectrometer that is archived. */
export const accessories: SeedProduct[] = [
  {
    id: "01900000-0000-7000-8000-000000000108",
    sku: "CGX-CAL-R6",
    name: "CGX Reflectance Standard Kit",
    type: "hardware",
    category: "Calibration",
    price_levels: { "Base Price": 128_000, Partner: 115_200, Education: 108_800 },
    main_image: "/products/reflectance-standards.svg",
    other_images: ["/products/reflectance-curve.svg"],
    short_description: "Six traceable standards from 2 to 99 % reflectance in a closed tray.",
    long_description:
      "Six discs of sintered PTFE, from nearly black to nearly white, each with its own certificate from 250 to 2,500 nm. The tray keeps them clean, apart and in order.",
    detailed_description: [
      {
        title: "Traceability",
        description:
          "Calibrated by an ISO/IEC 17025 laboratory, traceable to national standards. Uncertainty 0.5 % (k = 2).",
      },
      {
        title: "Recalibration",
        description: "Due after 24 months. Flowpoint reminds you and takes the new values from the label.",
      },
    ],
    key_features: [
      "99, 75, 50, 30, 12 and 2 %",
      "Certificates from 250 to 2,500 nm",
      "Washable surface",
      "Values read from the label",
    ],
    compatibility: spectrometers,
    devices: spectrometers,
    certifications: "ISO/IEC 17025 certificates",
    format: "Six discs Ø 54 mm, tray 260 × 170 mm",
    availability: inStock,
    downloads: [{ name: "Sample certificate (PDF)", link: `${files}/standards/sample-certificate.pdf` }],
  },
  {
    id: "01900000-0000-7000-8000-000000000109",
    sku: "CGX-HG1",
    name: "CGX Wavelength Lamp HG-1",
    type: "hardware",
    category: "Calibration",
    price_levels: { "Base Price": 74_500, Partner: 66_300, Education: 63_300 },
    main_image: "/products/wavelength-lamp.svg",
    other_images: ["/products/wavelength-lines.svg"],
    short_description: "Mercury-argon lamp with 38 lines for checking the wavelength scale.",
    long_description:
      "Connect the fibre, press the switch, and Flowpoint finds the lines, fits the scale and writes the report. The check takes two minutes and needs no knowledge of spectroscopy.",
    detailed_description: [
      {
        title: "Lines",
        description: "38 usable lines from 253.65 to 1,013.98 nm. Stable after 60 seconds, rated for 3,500 hours.",
      },
    ],
    key_features: ["38 lines from 254 to 1,014 nm", "Stable after one minute", "SMA 905 output"],
    compatibility: ["CGX Spectra 200", "CGX Optical Fibre SMA 905", "Flowpoint 5.0 or newer"],
    devices: ["CGX Spectra 200"],
    certifications: "CE, UKCA, RoHS 3 (lamp exempt)",
    format: "160 × 112 × 76 mm",
    availability: inStock,
    downloads: [{ name: "Table of lines (CSV)", link: `${files}/hg-1/lines.csv` }],
  },
  {
    id: "01900000-0000-7000-8000-000000000110",
    sku: "CGX-FIB-2",
    name: "CGX Optical Fibre SMA 905, 2 m",
    type: "hardware",
    category: "Accessories",
    price_levels: { "Base Price": 21_900, Partner: 19_700, Education: 18_600 },
    main_image: "/products/fibre-sma.svg",
    other_images: ["/products/fibre-section.svg"],
    short_description: "Solarization-resistant fibre, 600 µm core, in a steel-braided jacket.",
    long_description:
      "A fibre that stays clear under ultraviolet light and survives a chair rolling over it. Both ends are polished, inspected and capped; the report of the inspection is in the bag.",
    detailed_description: [
      {
        title: "Construction",
        description:
          "600 µm fused silica core, numerical aperture 0.22, polyimide coating, aramid yarn, braided steel, silicone jacket. Bend radius 60 mm.",
      },
    ],
    key_features: ["200 to 1,100 nm", "Braided steel jacket", "Inspected end faces"],
    compatibility: ["CGX Spectra 200", "CGX Wavelength Lamp HG-1"],
    devices: ["CGX Spectra 200"],
    certifications: "RoHS 3",
    format: "2 m, SMA 905 at both ends",
    availability: inStock,
  },
  {
    id: "01900000-0000-7000-8000-000000000111",
    sku: "CGX-M12-5",
    name: "CGX M12 Sensor Cable, 5 m",
    type: "hardware",
    category: "Accessories",
    price_levels: { "Base Price": 4_900, Partner: 4_400, Education: 4_400 },
    main_image: "/products/m12-cable.svg",
    other_images: ["/products/m12-pinout.svg"],
    short_description: "Shielded four-wire cable, M12 A-coded to open end, for drag chains.",
    long_description:
      "Oil-resistant polyurethane, shielded, tested for five million bends. The knurled ring locks with a click that can be felt through gloves.",
    detailed_description: [
      {
        title: "Wires",
        description: "1 brown +24 V, 2 white data A, 3 blue 0 V, 4 black data B. 0.34 mm², shield on the ring.",
      },
    ],
    key_features: ["Five million bends", "IP 67 and IP 69K when locked", "Free of halogen and silicone"],
    compatibility: ["CGX Vibra V3", "CGX Gate G4"],
    devices: ["CGX Vibra V3", "CGX Gate G4"],
    certifications: "UL 2464, RoHS 3",
    format: "5 m, Ø 5.2 mm",
    availability: inStock,
  },
  {
    id: "01900000-0000-7000-8000-000000000112",
    sku: "CGX-CASE",
    name: "CGX Field Case",
    type: "hardware",
    category: "Accessories",
    price_levels: { "Base Price": 26_500, Education: 23_900 },
    main_image: "/products/field-case.svg",
    other_images: [],
    short_description: "Watertight case with cut foam for a Spectra 100, two standards and cables.",
    long_description:
      "Everything for a day at the customer's site, in the order in which it is needed. The case floats, takes a padlock and counts as hand luggage.",
    detailed_description: [
      {
        title: "Foam",
        description: "Closed-cell foam, cut for a Spectra 100, two reflectance discs, charger, fibre and the notebook.",
      },
    ],
    key_features: ["IP 67, drop-tested from 1.2 m", "Counts as hand luggage", "Pressure valve for air freight"],
    compatibility: ["CGX Spectra 100"],
    devices: ["CGX Spectra 100"],
    certifications: "STANAG 4280, IP 67",
    format: "420 × 325 × 170 mm, 3.1 kg",
    availability: inStock,
    notes: "Bought in; no partner discount.",
  },
  {
    id: "01900000-0000-7000-8000-000000000113",
    sku: "CGX-IS50",
    name: "CGX Integrating Sphere IS-50",
    type: "hardware",
    category: "Accessories",
    is_active: false,
    price_levels: { "Base Price": 184_000, Partner: 165_600, Education: 156_400 },
    main_image: "/products/integrating-sphere.svg",
    other_images: ["/products/sphere-path.svg"],
    short_description: "50 mm sphere with sample and light ports for total reflectance and transmission.",
    long_description:
      "Gathers all light that a rough, shiny or cloudy sample sends back, whatever its direction. Sales pause while the coating moves to a new supplier.",
    detailed_description: [
      {
        title: "Sphere",
        description:
          "Inner diameter 50 mm, sintered PTFE, reflectance above 98 % from 400 to 1,500 nm. Ports of 10 and 8 mm.",
      },
    ],
    key_features: ["Total and diffuse reflectance", "Gloss trap included", "SMA 905 output"],
    compatibility: ["CGX Spectra 200"],
    devices: ["CGX Spectra 200"],
    certifications: "RoHS 3",
    format: "140 × 100 × 180 mm",
    availability: "Paused",
  },
  {
    id: "01900000-0000-7000-8000-000000000114",
    sku: "CGX-SP050",
    name: "CGX Spectra 50",
    type: "hardware",
    category: "Spectrometers",
    is_archived: true,
    price_levels: { "Base Price": 279_000, Partner: 251_100, Education: 237_100 },
    main_image: "/products/spectra-50.svg",
    other_images: ["/products/spectra-optics.svg"],
    short_description: "Our first spectrometer, 400 to 700 nm. Succeeded by the Spectra 100.",
    long_description:
      "Sold from 2017 to 2023. Flowpoint goes on reading it, spare parts remain available until 2033, and the calibration laboratory still takes it in.",
    detailed_description: [
      {
        title: "Successor",
        description:
          "The CGX Spectra 100 measures the same samples with the same geometry; old and new data can be compared directly.",
      },
    ],
    key_features: ["400 to 700 nm", "45°/0° geometry", "Spare parts until 2033"],
    compatibility: ["Flowpoint 3.0 or newer"],
    devices: ["CGX Spectra 50"],
    certifications: "CE, RoHS 2",
    format: "132 × 92 × 70 mm",
    availability: "Discontinued",
    downloads: [{ name: "Operating manual (PDF)", link: `${files}/spectra-50/manual.pdf` }],
    patterns: ["CGX-050-\\d{5}"],
  },
];
