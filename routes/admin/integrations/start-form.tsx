import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import { tasks as taskTable } from "../../../worker/contract/tasks.ts";
import type { ListedTask } from "../../../worker/domain/platform/index.ts";
import { useCan } from "../../../worker/ui/access.tsx";

type StartFormProps = {
  task: Pick<ListedTask, "name" | "status" | "unavailable">;
  is_main?: true;
};

export function StartForm({ task: { name, status, unavailable }, is_main }: StartFormProps) {
  const canStart = useCan("integrations:act");
  if (!canStart || unavailable !== null || status === "processing") return null;
  return (
    <form method="post" action={hrefOf(pages.startTask, { name })}>
      <button
        className={is_main ? "button" : "button quiet"}
        {...(!is_main && { "aria-label": `Start: ${taskTable[name].title}` })}
      >
        Start
      </button>
    </form>
  );
}
