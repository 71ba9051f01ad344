/** Samples; a lawyer writes the texts of a real shop. */
export const legalTexts = [
  {
    kind: "terms",
    version: "2026-01",
    title: "Terms of sale",
    html: `
<h2>1. What these terms cover</h2>
<p>CGX Instruments, Inc. (“we”) sells devices, accessories and plans to organizations through CrunchBox. These terms hold for every order that is placed there. An organization’s own terms of purchase do not become a part of the contract.</p>
<h2>2. Order and contract</h2>
<p>An order is an offer to buy. The contract comes into being when the payment has arrived and we confirm the order by email. A number of your own purchase order is kept with the order and does not change these terms.</p>
<h2>3. Prices and payment</h2>
<p>Prices are in US dollars and those of your organization’s price level. Sales tax is shown before you pay. Cards are charged at once; an account at a US bank is debited within four business days, and nothing ships before the money has arrived.</p>
<h2>4. Delivery</h2>
<p>Days of delivery are business days from the day on which the payment arrived and are not guaranteed. Risk passes to you when the carrier hands the parcel over.</p>
<h2>5. Plans</h2>
<p>A plan renews for the same term and price until it is canceled. You may cancel it at any time with effect at the end of the term.</p>
<h2>6. Warranty</h2>
<p>Devices are warranted against defects for 24 months from delivery. We repair or replace what is defective, or refund its price.</p>
<h2>7. Liability</h2>
<p>As far as the law allows, our liability is limited to the price of the order from which the claim arises.</p>
<h2>8. Law</h2>
<p>The law of the State of Delaware applies, without its rules on conflicts of law.</p>`.trim(),
  },
  {
    kind: "returns",
    version: "2026-01",
    title: "Returns",
    html: `
<p>You may return devices and accessories unused and in their original packing within 30 days of delivery. Write to support with the number of the order; we send a label and refund the price when the parcel has arrived.</p>
<h2>What cannot be returned</h2>
<ul><li>Calibrated reference standards once their seal is broken.</li><li>Plans whose term has begun.</li></ul>
<h2>Something is wrong with it</h2>
<p>A defect is a matter of the warranty, not of a return: write to support, and we repair or replace the device at our cost.</p>`.trim(),
  },
  {
    kind: "privacy",
    version: "2026-01",
    title: "Privacy",
    html: `
<h2>What we keep</h2>
<p>Your name, email address and phone number, your organization and its addresses, your orders, devices and plans, and a record of what was done in your account and from which network address.</p>
<h2>Why, and for how long</h2>
<p>To run your account and to fulfil your orders. Orders and invoices are kept for ten years, as tax law asks; sign-in records for 90 days; the rest until your account is closed.</p>
<h2>Who else sees it</h2>
<p>The companies that process payments, send our mails, carry parcels and run our servers, each only what it needs. We sell no data and show no advertisements.</p>
<h2>Your rights</h2>
<p>You may ask what we keep of you, have it corrected, and have deleted what no law makes us keep. Write to support.</p>`.trim(),
  },
  {
    kind: "imprint",
    version: "2026-01",
    title: "Imprint",
    html: `
<p>CGX Instruments, Inc.<br>500 Sample Road<br>Wilmington, DE 19801<br>United States</p>
<p>Registered in the State of Delaware. This is a demonstration company.</p>`.trim(),
  },
] as const;
