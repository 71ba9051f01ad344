import { Notice } from "../../../islands/ui/notice.tsx";

/** What can be done with all selected rows at once: a button of the form, by the value that it sends as `action`. */
export type BulkAction = { label: string; action: string; is_main?: true };
/** What became of one row. */
export type BulkResult = { name: string; problem?: string | undefined };

/** Shows once a row is selected, by style alone. */
export function BulkBar({ actions, count }: { actions: readonly BulkAction[]; count: number }) {
  return (
    <div className="bulk" role="group" aria-label="With the selected rows">
      <output />
      {actions.map(({ label, action, is_main }) => (
        <button key={action} className={is_main ? "button" : "button quiet"} name="action" value={action}>
          {label}
        </button>
      ))}
      {count > 0 && (
        <label className="check">
          <input type="checkbox" name="all" value="true" />
          All {count.toLocaleString("en-US")} that match
        </label>
      )}
    </div>
  );
}

type BulkResultsProps = { results: readonly BulkResult[]; noun: readonly [one: string, many: string]; done: string };

/** What became of every row that something was done with: a sentence for what went well, a line for each that did not. */
export function BulkResults({ results, noun: [one, many], done }: BulkResultsProps) {
  const failed = results.filter(({ problem }) => problem !== undefined);
  const went = results.length - failed.length;
  return (
    <>
      {went > 0 && (
        <Notice tone="success">{`${went.toLocaleString("en-US")} ${went === 1 ? one : many} ${done}.`}</Notice>
      )}
      {failed.length > 0 && (
        <Notice tone="danger">
          <p>{`${failed.length.toLocaleString("en-US")} ${failed.length === 1 ? one : many} not ${done}:`}</p>
          <ul>
            {failed.map(({ name, problem }) => (
              <li key={name}>
                {name}: {problem}
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </>
  );
}
