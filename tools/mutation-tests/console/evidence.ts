import type { Mutant } from "../mutant.ts";

const evidence = "worker/domain/people/requests/evidence.ts";
const tests = "v1/admin/requests/evidence.test.ts";

/** Issue 13: what is known of who asks for an account. */
export const evidenceMutants: Mutant[] = [
  {
    name: "an organization of the name that was asked for is not found",
    edits: [
      {
        file: evidence,
        from: "    from target t join organizations o on o.name % t.org_name\n",
        to: "    from target t join organizations o on o.name = t.org_name\n",
      },
    ],
    tests: tests,
    title: "is how alike a name is",
  },
  {
    name: "a name that is hardly alike is suggested",
    edits: [{ file: evidence, from: "const likenessMin = 70;", to: "const likenessMin = 20;" }],
    tests: tests,
    title: "is how alike a name is",
  },
  {
    name: "of several organizations at one domain any is suggested",
    edits: [{ file: evidence, from: "people_at_domain * 2 > all", to: "people_at_domain * 2 >= all" }],
    tests: tests,
    title: "with more people than all others together",
  },
  {
    name: "whose device it is stands behind who has people at the domain",
    edits: [
      {
        file: evidence,
        from: "json_agg(shown order by shown.has_device desc, shown.people_at_domain desc",
        to: "json_agg(shown order by shown.people_at_domain desc",
      },
    ],
    tests: tests,
    title: "speak for different organizations",
  },
  {
    name: "a device is found by its serial number in capitals alone",
    edits: [
      {
        file: evidence,
        from: "upper(d.serial) = upper(t.serial) and not d.is_deleted",
        to: "d.serial = t.serial and not d.is_deleted",
      },
    ],
    tests: tests,
    title: "the organization that has the device",
  },
  {
    name: "who asked before with the same serial number is not told",
    edits: [
      {
        file: evidence,
        from: "join account_requests d on upper(d.serial) = upper(t.serial)\n",
        to: "join account_requests d on d.serial = t.serial\n",
      },
    ],
    tests: tests,
    title: "is who asked before",
  },
  {
    name: "a request is told as its own duplicate",
    edits: [
      { file: evidence, from: "where like_it.id <> (select id from target)", to: "where like_it.id is not null" },
    ],
    tests: tests,
    title: "is who asked before",
  },
  {
    name: "who asked before at the same domain is not told",
    edits: [
      {
        file: evidence,
        from: '        where ${domainOf("r.email")} = t.domain\n',
        to: '        where ${domainOf("r.email")} = t.domain and false\n',
      },
    ],
    tests: tests,
    title: "is who asked before",
  },
  {
    name: "an inactive person with the address is not told",
    edits: [
      {
        file: evidence,
        from: "where lower(u.email) = lower(t.email)\n",
        to: "where lower(u.email) = lower(t.email) and u.is_active\n",
      },
    ],
    tests: tests,
    title: "is who has the address already",
  },
  {
    name: "a serial number that is free reads like one of nobody's products",
    edits: [
      { file: evidence, from: "when p.id is not null then 'free'", to: "when held.org_id is not null then 'free'" },
    ],
    tests: tests,
    title: "is whether a serial number is free",
  },
  {
    name: "the page of a request does not say that somebody has the address",
    edits: [
      { file: "routes/admin/requests/case.tsx", from: "...(person ? [[", to: "...(person?.is_active === false ? [[" },
    ],
    tests: "http/pages/console/requests.test.ts",
    title: "of an address that somebody has",
  },
];
