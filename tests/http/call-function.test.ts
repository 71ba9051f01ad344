import { expect, test } from "vitest";
import * as z from "zod/mini";
import { emptyReply, endpoint } from "../../worker/contract/endpoint.ts";
import type { Ctx } from "../../worker/domain/context.ts";
import { toCaller } from "../../worker/http/call-function.ts";
import { type ApiRoute, serveAll } from "../../worker/http/serve.ts";

const movePart = endpoint({
  method: "PUT",
  path: "/v1/client/gadgets/{gadget_id}/parts/{part_id}",
  access: "session",
  params: z.object({ part_id: z.string(), gadget_id: z.number() }),
  query: z.object({ is_dry: z.boolean() }),
  body: z.object({ place: z.string() }),
  status: 200,
  reply: emptyReply,
  errors: [],
  tag: "Gadgets",
  summary: "Move a part",
});
const contract = { movePart };
type Query = { is_dry: boolean };
type Body = { place: string };

test("a function gets the path's parameters in the order of the path, then the query, then the body", async () => {
  const inputs: unknown[] = [];
  const call = toCaller(
    movePart,
    async (_ctx: Ctx, ...input: [number, string, Query, Body]) => void inputs.push(...input),
  );
  await call({} as Ctx, {
    params: { part_id: "b", gadget_id: 7 },
    query: { is_dry: true },
    body: { place: "left" },
  });
  expect(inputs).toEqual([7, "b", { is_dry: true }, { place: "left" }]);
});

test("a contract without a function, or with one of another shape, does not compile", () => {
  const routes: ApiRoute[] = serveAll(contract, {
    movePart: async (_ctx: Ctx, _gadget_id: number, _part_id: string, _query: Query, _body: Body) => {},
  });
  expect(routes.map(({ method, path }) => `${method} ${path}`)).toEqual([
    "PUT /v1/client/gadgets/:gadget_id/parts/:part_id",
  ]);
  const wrongContracts = () => {
    // @ts-expect-error no function has the call's name
    serveAll(contract, {});
    serveAll(contract, {
      // @ts-expect-error the parameters are in the order of the schema, not of the path
      movePart: async (_ctx: Ctx, _part_id: string, _gadget_id: number, _query: Query, _body: Body) => {},
    });
    serveAll(contract, {
      // @ts-expect-error the body has another type
      movePart: async (_ctx: Ctx, _gadget_id: number, _part_id: string, _query: Query, _body: { room: string }) => {},
    });
    // @ts-expect-error the function would ignore the body
    const bodylessRoutes: ApiRoute[] = serveAll(contract, {
      movePart: async (_ctx: Ctx, _gadget_id: number, _part_id: string, _query: Query) => {},
    });
    return bodylessRoutes;
  };
  expect(wrongContracts).toBeTypeOf("function");
});
