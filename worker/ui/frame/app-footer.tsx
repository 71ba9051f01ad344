import { hrefOf, pages } from "../../contract/pages.ts";

export function AppFooter({ support_email }: { support_email: string }) {
  return (
    <footer className="foot">
      <p>CGX CrunchBox. All prices in US dollars.</p>
      <nav aria-label="Help">
        <a href={`mailto:${support_email}`}>Support</a>
        <a href={hrefOf(pages.legalText, { kind: "terms" })}>Terms of sale</a>
        <a href={hrefOf(pages.legalText, { kind: "returns" })}>Returns</a>
        <a href={hrefOf(pages.legalText, { kind: "privacy" })}>Privacy</a>
        <a href={hrefOf(pages.legalText, { kind: "imprint" })}>Imprint</a>
        <a href={pages.licenseAgreement}>License agreement</a>
        <a href={pages.docs}>API</a>
        <a href={pages.status}>Status</a>
        <a href={pages.accessibility}>Accessibility</a>
      </nav>
    </footer>
  );
}
