import { pages } from "../../contract/pages.ts";
import { Icon } from "../figures/icon.tsx";

const shownMax = 99;

export function Bell({ count, is_current }: { count: number; is_current: boolean }) {
  return (
    <a className="bell" href={pages.notifications} aria-current={is_current ? "page" : undefined} title="Notifications">
      <Icon name="bell" />
      <span className="unseen">Notifications</span>
      <span className={count === 0 ? "bell-count none" : "bell-count"}>
        {count > shownMax ? `${shownMax}+` : count}
        <span className="unseen"> unread</span>
      </span>
    </a>
  );
}
