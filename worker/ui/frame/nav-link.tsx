type NavLinkProps = {
  href: string;
  label: string;
  area: string | undefined;
  /** How many there wait for somebody. */
  count?: number;
};

/** A link of a layout; it says which page, or which part of the site, is shown now. */
export function NavLink({ href, label, area, count = 0 }: NavLinkProps) {
  return (
    <a href={href} aria-current={label === area ? "page" : undefined}>
      {label}
      {count > 0 && (
        <span className="waiting">
          {count.toLocaleString("en-US")}
          <span className="unseen"> waiting</span>
        </span>
      )}
    </a>
  );
}
