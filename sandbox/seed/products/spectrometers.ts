import type { SeedProduct } from "./product.ts";

const files = "https://downloads.example.com";
const marks = "CE, UKCA, FCC part 15 class B, RoHS 3";
const inStock = "Ships in 2 to 3 working days";

export const spectrometers: SeedProduct[] = [
  {
    id: "01900000-0000-7000-8000-000000000101",
    sku: "CGX-SP100",
    name: "CGX Spectra 100",
    type: "hardware",
    category: "Spectrometers",
    price_levels: { "Base Price": 489_000, Partner: 435_200, Education: 391_200 },
    main_image: "/products/spectra-100.svg",
    other_images: ["/products/spectra-100-front.svg", "/products/spectra-optics.svg", "/products/spectra-response.svg"],
    short_description: "Compact spectrometer for color and coatings, 360 to 780 nm.",
    long_description:
      "A spectrometer the size of a paperback that measures reflectance and color in a second and a half. It holds its wavelength scale from 10 to 40 °C without a warm-up, so it can leave the laboratory for the line, the dock or the customer's site.",
    detailed_description: [
      {
        title: "Optics",
        description:
          "Crossed Czerny-Turner bench with a 50 µm slit and a 1,024-pixel detector. Resolution 4 nm (FWHM), wavelength accuracy ±0.3 nm.",
      },
      {
        title: "Illumination",
        description: "Pulsed full-spectrum LED, 45°/0° geometry, 6 mm aperture. Rated for two million measurements.",
      },
      {
        title: "Power and connections",
        description: "USB-C and Bluetooth 5.2. The battery lasts 3,000 measurements and charges in two hours.",
      },
    ],
    key_features: [
      "360 to 780 nm in one shot",
      "ΔE*ab repeatability below 0.03",
      "No warm-up between 10 and 40 °C",
      "Weighs 540 g with its battery",
    ],
    compatibility: ["Flowpoint 5.0 or newer", "CGX Gate G4"],
    devices: ["CGX Spectra 100"],
    certifications: marks,
    format: "190 × 120 × 62 mm",
    availability: inStock,
    downloads: [
      { name: "Data sheet (PDF)", link: `${files}/spectra-100/data-sheet.pdf` },
      { name: "Operating manual (PDF)", link: `${files}/spectra-100/manual.pdf` },
    ],
    links: [{ name: "Declaration of conformity", link: `${files}/spectra-100/conformity` }],
    patterns: ["CGX-100-\\d{5}"],
  },
  {
    id: "01900000-0000-7000-8000-000000000102",
    sku: "CGX-SP200",
    name: "CGX Spectra 200",
    type: "hardware",
    category: "Spectrometers",
    price_levels: { "Base Price": 1_249_000, Partner: 1_086_600, Education: 999_200 },
    main_image: "/products/spectra-200.svg",
    other_images: ["/products/spectra-200-front.svg", "/products/spectra-optics.svg", "/products/spectra-response.svg"],
    short_description: "Two-channel laboratory spectrometer with fibre inputs, 200 to 1,100 nm.",
    long_description:
      "Sample and reference at the same instant: two matched benches share one temperature-controlled block, so drift of the lamp cancels before it reaches your result. For absorbance, transmission, irradiance and film thickness.",
    detailed_description: [
      {
        title: "Optics",
        description:
          "Two benches, 25 µm slits, back-thinned 2,048-pixel detectors cooled to 10 °C. Resolution 1.2 nm (FWHM), stray light below 0.05 %.",
      },
      {
        title: "Inputs",
        description: "Two SMA 905 connectors, numerical aperture 0.22. Trigger in and out on a screw terminal.",
      },
      {
        title: "Data",
        description: "Up to 400 spectra per second over Gigabit Ethernet, 18 bit, with time stamps from a PTP clock.",
      },
    ],
    key_features: [
      "Two channels measured at once",
      "200 to 1,100 nm",
      "Detector cooled to 10 °C",
      "400 spectra per second",
      "Film thickness from 20 nm",
    ],
    compatibility: ["Flowpoint 5.0 or newer", "CGX Gate G4", "CGX Optical Fibre SMA 905"],
    devices: ["CGX Spectra 200"],
    certifications: marks,
    format: "240 × 164 × 100 mm",
    availability: "Built to order, ships in 10 working days",
    downloads: [
      { name: "Data sheet (PDF)", link: `${files}/spectra-200/data-sheet.pdf` },
      { name: "Operating manual (PDF)", link: `${files}/spectra-200/manual.pdf` },
      { name: "STEP model", link: `${files}/spectra-200/model.step` },
    ],
    links: [{ name: "Application note: film thickness", link: `${files}/notes/film-thickness` }],
    patterns: ["CGX-200-\\d{5}"],
  },
  {
    id: "01900000-0000-7000-8000-000000000103",
    sku: "CGX-SP400-IN",
    name: "CGX Spectra Inline 400",
    type: "hardware",
    category: "Spectrometers",
    price_levels: {},
    main_image: "/products/spectra-inline-400.svg",
    other_images: ["/products/spectra-inline-400-section.svg", "/products/spectra-response.svg"],
    short_description: "Process spectrometer that looks into the pipe; configured for your line.",
    long_description:
      "Measures color, turbidity and concentration in the flowing product. The probe, its window and the flange are chosen for your medium, which is why this device has no list price: sales prepares an offer from the data of your line.",
    detailed_description: [
      {
        title: "Probe",
        description: "316L steel with a sapphire window, immersion depth 20 to 120 mm, up to 16 bar and 140 °C.",
      },
      {
        title: "Cleaning",
        description: "Suitable for CIP and SIP. Window fouling is watched and reported before it matters.",
      },
    ],
    key_features: [
      "Sapphire window, 16 bar, 140 °C",
      "One value per second",
      "Modbus TCP and 4 to 20 mA",
      "Reports fouling of its window",
    ],
    compatibility: ["Flowpoint 5.2 or newer", "CGX Gate G4"],
    devices: ["CGX Spectra Inline 400"],
    certifications: `${marks}, EHEDG, IP 67`,
    format: "DN 50 to DN 200 flange",
    availability: "On request",
    notes: "Offer needs medium, pressure, temperature and flange standard.",
    downloads: [{ name: "Questionnaire for your line (PDF)", link: `${files}/inline-400/questionnaire.pdf` }],
    links: [{ name: "Installation examples", link: `${files}/inline-400/examples` }],
    patterns: ["CGX-400-\\d{5}"],
  },
];
