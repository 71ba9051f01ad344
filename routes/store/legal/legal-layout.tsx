import type { ReactNode } from "react";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";

const legalLinks = [
  ["Terms of sale", hrefOf(pages.legalText, { kind: "terms" })],
  ["Returns", hrefOf(pages.legalText, { kind: "returns" })],
  ["Privacy", hrefOf(pages.legalText, { kind: "privacy" })],
  ["Imprint", hrefOf(pages.legalText, { kind: "imprint" })],
  ["Accessibility", pages.accessibility],
] as const;

export function LegalLayout({ here, children }: { here: string; children: ReactNode }) {
  return (
    <div className="legal">
      <div className="card">{children}</div>
      <nav aria-label="Legal texts">
        {legalLinks.map(([label, href]) => (
          <a key={href} href={href} aria-current={href === here ? "page" : undefined}>
            {label}
          </a>
        ))}
      </nav>
    </div>
  );
}
