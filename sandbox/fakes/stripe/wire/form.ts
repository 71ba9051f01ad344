/** A value of a form; arrays are groups with numeric names. */
export type FormValue = string | FormGroup;
export interface FormGroup {
  [name: string]: FormValue;
}

/** Parses `a=1&b[c]=2&d[0][e]=3&f[]=4`: brackets create groups, `[]` takes the next index. */
export function readForm(text: string): FormGroup {
  const root = emptyGroup();
  for (const [key, value] of new URLSearchParams(text)) {
    const [first = "", ...rest] = key.split("[").map((part) => part.replace(/\]$/, ""));
    let group = root;
    let name = first;
    for (const next of rest) {
      group = findOrCreateGroup(group, name);
      name = next === "" ? String(Object.keys(group).length) : next;
    }
    group[name] = value;
  }
  return root;
}

function findOrCreateGroup(group: FormGroup, name: string): FormGroup {
  const existingGroup = group[name];
  if (typeof existingGroup === "object") return existingGroup;
  const createdGroup = emptyGroup();
  group[name] = createdGroup;
  return createdGroup;
}

// Names are untrusted, so groups have no prototype.
function emptyGroup(): FormGroup {
  const group: FormGroup = Object.create(null);
  return group;
}
