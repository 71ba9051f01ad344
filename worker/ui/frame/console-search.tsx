import { pages } from "../../contract/pages.ts";
import { Icon } from "../figures/icon.tsx";
import { ConsoleScript } from "../island.tsx";

/** islands/console.ts adds shortcuts and suggestions. */
export function ConsoleSearch({ text }: { text: string | undefined }) {
  return (
    <form className="search console-search" role="search" action={pages.adminSearch}>
      <ConsoleScript />
      <input
        type="search"
        name="q"
        aria-label="Find anything in the console"
        placeholder="Number, serial, email, name"
        defaultValue={text}
        maxLength={128}
        autoComplete="off"
        spellCheck={false}
      />
      <kbd aria-hidden="true" hidden>
        /
      </kbd>
      <button aria-label="Find">
        <Icon name="search" />
      </button>
    </form>
  );
}
