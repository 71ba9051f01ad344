import { countText } from "../../contract/count-text.ts";
type Tab = { label: string; href: string; count?: number; count_max?: number };

export function Tabs({ label, tabs, current }: { label: string; tabs: readonly Tab[]; current: string }) {
  return (
    <nav className="tabs" aria-label={label}>
      {tabs.map((tab) => (
        <a key={tab.href} href={tab.href} aria-current={tab.href === current ? "page" : undefined}>
          {tab.label} {tab.count !== undefined && <span>{formatCappedCount(tab.count, tab.count_max)}</span>}
        </a>
      ))}
    </nav>
  );
}

/** "42", and "999+" where counting stopped at 1,000. */
const formatCappedCount = (count: number, max = Infinity): string =>
  count < max ? countText(count) : `${countText(max - 1)}+`;
