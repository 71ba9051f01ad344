import { breakable } from "../parts/breakable.tsx";

type TrailProps = {
  /** Parent pages, outermost first. */
  above: readonly (readonly [name: string, href: string])[];
  here: string;
};

/** Breadcrumbs: links to parent pages, then the current page. */
export function Trail({ above, here }: TrailProps) {
  return (
    <nav aria-label="Where you are">
      <ol className="trail">
        {above.map(([name, href]) => (
          <li key={href}>
            <a href={href}>{name}</a>
          </li>
        ))}
        <li aria-current="page">{breakable(here)}</li>
      </ol>
    </nav>
  );
}
