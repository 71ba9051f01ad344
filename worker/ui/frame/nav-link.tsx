import { countText } from "../../contract/count-text.ts";
type NavLinkProps = {
  href: string;
  label: string;
  area: string | undefined;
  count?: number;
};

export function NavLink({ href, label, area, count = 0 }: NavLinkProps) {
  return (
    <a href={href} aria-current={label === area ? "page" : undefined}>
      {label}
      {count > 0 && (
        <span className="waiting">
          {countText(count)}
          <span className="unseen"> waiting</span>
        </span>
      )}
    </a>
  );
}
