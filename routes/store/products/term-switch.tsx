import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import { formatMoney } from "../../../islands/lib/money.ts";
import type { Offer } from "../../../worker/domain/catalog/index.ts";

const termNames = { month: "Monthly", year: "Yearly" } as const;
const monthsByTerm = { month: 1, year: 12 } as const;

export function TermSwitch({ offer }: { offer: Offer }) {
  return (
    <nav aria-label="Term">
      <ul className="term-switch">
        {offer.terms.map((term) => (
          <li key={term.id}>
            <a
              href={hrefOf(pages.product, { product_id: term.id })}
              aria-current={term.id === offer.id ? "page" : undefined}
            >
              <b>{termNames[term.subscription_term]}</b>
              <span>{term.price === null ? "Price on request" : formatMoney(term.price)}</span>
              <TermSaving of={term} against={offer.terms} />
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

type Term = Offer["terms"][number];

function TermSaving({ of: term, against }: { of: Term; against: Term[] }) {
  const [shortest] = against;
  if (!shortest || shortest === term || shortest.price === null || term.price === null) return null;
  const otherwise = (shortest.price * monthsByTerm[term.subscription_term]) / monthsByTerm[shortest.subscription_term];
  const percent = Math.floor(100 - (100 * term.price) / otherwise);
  return percent >= 1 && <small>saves {percent} %</small>;
}
