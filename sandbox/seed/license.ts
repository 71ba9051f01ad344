export const licenseVersion = "2026-01";

export const licenseHtml = `
<h1>CGX Software and Portal License Agreement</h1>
<p><strong>Version 2026-01.</strong> This agreement is between CGX (“we”) and the organization whose account you use (“you”). By creating your account you accept it for yourself and, where you are allowed to, for your organization.</p>
<h2>1. What this covers</h2>
<p>This agreement covers the CrunchBox portal, the Flowpoint desktop app, plugins and firmware that you download here, and the documentation that comes with them (together “the software”). Devices are sold under the terms of sale that are shown at checkout.</p>
<h2>2. Your license</h2>
<ul>
<li>You may install and use the software within your organization, on as many computers as the subscription or the device allows.</li>
<li>You may make copies for backup.</li>
<li>The license lasts as long as the subscription is active or, for software that comes with a device, as long as you own the device.</li>
</ul>
<h2>3. What is not allowed</h2>
<ul>
<li>Passing the software or your account on to people outside your organization.</li>
<li>Removing notices of ownership, or working around license checks.</li>
<li>Decompiling the software, except where the law gives you that right and it cannot be waived.</li>
</ul>
<h2>4. Accounts</h2>
<p>An account belongs to one person. Keep your password to yourself and tell us at once if you believe that somebody else has used it. An administrator of your organization can change your roles and end your access.</p>
<h2>5. Subscriptions and payment</h2>
<p>Subscriptions renew for the same term until they are canceled. We announce a renewal by email before it is charged. When a payment fails we tell you, and the software stays available while we try again.</p>
<h2>6. Pre-release software</h2>
<p>Builds for beta testers are unfinished. Do not rely on them for measurements that matter, and do not publish results without asking us.</p>
<h2>7. Data</h2>
<p>We keep what is needed to run your account: your name, address of contact, orders, devices and what you did in the portal. Measurements made with a device stay with you unless you send them to us.</p>
<h2>8. Warranty and liability</h2>
<p>We warrant that the software does what its documentation says in all material respects for 90 days after delivery. If it does not, we repair it, replace it or refund what you paid for it. Beyond that, and as far as the law allows, our liability is limited to what you paid for the software in the twelve months before the claim.</p>
<h2>9. Changes and end</h2>
<p>We may publish a new version of this agreement; it applies to accounts that are created afterwards and to you once you accept it. You may end this agreement at any time by deleting the software and asking us to close your account.</p>
<h2>10. Law</h2>
<p>The law of the country in which your organization is registered applies to consumers’ rights that cannot be waived; otherwise the law of the State of Delaware applies, without its rules on conflicts of law.</p>
`.trim();
