/** A decoded form: texts, and groups of them by name. Arrays are groups whose names are numbers. */
export type FormValue = string | FormGroup;
export interface FormGroup {
  [name: string]: FormValue;
}

/** Reads `a=1&b[c]=2&d[0][e]=3&f[]=4` as the provider does: brackets make groups, `[]` takes the next number. */
export function readForm(text: string): FormGroup {
  const root = emptyGroup();
  for (const [key, value] of new URLSearchParams(text)) {
    const [first = "", ...rest] = key.split("[").map((part) => part.replace(/\]$/, ""));
    let group = root;
    let name = first;
    for (const next of rest) {
      group = groupAt(group, name);
      name = next === "" ? String(Object.keys(group).length) : next;
    }
    group[name] = value;
  }
  return root;
}

function groupAt(group: FormGroup, name: string): FormGroup {
  const there = group[name];
  if (typeof there === "object") return there;
  const made = emptyGroup();
  group[name] = made;
  return made;
}

// Names come from outside: no prototype to reach.
function emptyGroup(): FormGroup {
  const group: FormGroup = Object.create(null);
  return group;
}
