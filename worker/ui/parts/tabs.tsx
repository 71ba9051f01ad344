type Tab = { label: string; href: string; count?: number };

/** Tabs with a URL each: parts of a record, or views of a list. */
export function Tabs({ label, tabs, current }: { label: string; tabs: readonly Tab[]; current: string }) {
  return (
    <nav className="tabs" aria-label={label}>
      {tabs.map((tab) => (
        <a key={tab.href} href={tab.href} aria-current={tab.href === current ? "page" : undefined}>
          {tab.label} {tab.count !== undefined && <span>{tab.count.toLocaleString("en-US")}</span>}
        </a>
      ))}
    </nav>
  );
}
