/** A link of a layout; it says which page, or which part of the site, is shown now. */
export function NavLink({ href, label, area }: { href: string; label: string; area: string | undefined }) {
  return (
    <a href={href} aria-current={label === area ? "page" : undefined}>
      {label}
    </a>
  );
}
