import { JsonSample, Sample } from "../sample.tsx";

export const Paging = ({ host }: { host: string }) => (
  <>
    <p>
      Every list answers the same way: <code>data</code> holds the rows of this page, <code>meta</code> says which page
      it is and how many rows match on all of them.
    </p>
    <JsonSample
      title="The second page of 42 rows"
      value={{ success: true, data: ["…"], meta: { limit: 20, offset: 20, count: 42 } }}
    />
    <h2>What a list takes</h2>
    <dl>
      <dt>
        <code>limit</code>
      </dt>
      <dd>Rows per page: 1 to 100, 20 when left out.</dd>
      <dt>
        <code>offset</code>
      </dt>
      <dd>Rows to skip: 0 to 1,000,000.</dd>
      <dt>
        <code>sort</code>
      </dt>
      <dd>
        One of the fields that the call names, with a minus before it for descending order. Rows with the same value
        stand in the order of their ids, so that no row is on two pages.
      </dd>
      <dt>
        <code>search</code>
      </dt>
      <dd>Part of a text, compared without case; each call says through what it looks.</dd>
    </dl>
    <p>
      Filters have the names of the fields that they compare. A filter that a list does not have is ignored, and a
      parameter without a value (<code>?status=</code>) counts as absent.
    </p>
    <Sample
      title="Orders that are not paid, newest first"
      code={`curl '${host}/v1/client/orders?is_unpaid=true&sort=-created_at&limit=50' \\\n  -H "Authorization: Bearer $TOKEN"`}
    />
    <h2>Reading all of a list</h2>
    <p>
      Add <code>limit</code> to <code>offset</code> until <code>offset</code> reaches <code>count</code>. Rows that are
      made meanwhile move those behind them: sort by <code>created_at</code>, oldest first, and new rows come last.
    </p>
    <Sample
      title="Python"
      code={`def every(path, **query):
    offset = 0
    while True:
        page = requests.get(
            "${host}" + path,
            params={**query, "limit": 100, "offset": offset, "sort": "created_at"},
            headers={"Authorization": f"Bearer {TOKEN}"},
        ).json()
        yield from page["data"]
        offset += 100
        if offset >= page["meta"]["count"]:
            return`}
    />
  </>
);
