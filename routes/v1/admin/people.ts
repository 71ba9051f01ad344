import { serialOf } from "../../../worker/contract/entities/device.ts";
import * as contract from "../../../worker/contract/v1/admin/index.ts";
import * as devices from "../../../worker/domain/devices/index.ts";
import * as identity from "../../../worker/domain/identity/index.ts";
import * as domain from "../../../worker/domain/organizations/index.ts";
import * as accounts from "../../../worker/domain/people/index.ts";
import { listAdminDownloads } from "../../../worker/domain/software/index.ts";
import { addHeader, send } from "../../../worker/http/middleware/headers.ts";
import { httpHandler, serveAll } from "../../../worker/http/serve.ts";

export const accountRequests = serveAll(contract.accountRequests, {
  ...accounts,
  approveAccountRequest: httpHandler((ctx, { params: { request_id }, body: { serial_number, ...body } }) =>
    accounts.approveAccountRequests(ctx, {
      ...body,
      request_ids: [request_id],
      serial_numbers: [serial_number ?? null],
    }),
  ),
  rejectAccountRequest: httpHandler((ctx, { params: { request_id }, body }) =>
    accounts.rejectAccountRequests(ctx, { ...body, request_ids: [request_id] }),
  ),
  reopenAccountRequests: httpHandler((ctx, { body }) => accounts.reopenAccountRequests(ctx, body.request_ids)),
});

export const industries = serveAll(contract.industries, domain);

export const organizations = serveAll(contract.organizations, {
  ...domain,
  listAdminDownloads,
  setPriceLevel: httpHandler((ctx, { body }) => domain.setPriceLevel(ctx, body.org_ids, body.price_level_name)),
});

export const orgProducts = serveAll(contract.orgProducts, {
  ...devices,
  getAdminOrgProduct: httpHandler((ctx, { params }) => devices.getAdminOrgProduct(ctx, params)),
  createAdminOrgProduct: httpHandler((ctx, { params, body }) =>
    devices.createAdminOrgProduct(ctx, { ...params, serial: serialOf(body), product_id: body.product_id }),
  ),
  deleteAdminOrgProduct: httpHandler((ctx, { params }) => devices.deleteAdminOrgProduct(ctx, params)),
});

export const deviceClaims = serveAll(contract.deviceClaims, {
  ...devices,
  verifyDevices: httpHandler((ctx, { body }) => devices.verifyDevices(ctx, body.ids)),
  deleteDeviceClaims: httpHandler((ctx, { body }) => devices.deleteDeviceClaims(ctx, body.ids)),
  importMadeSerials: httpHandler((ctx, { file }) => devices.importMadeSerials(ctx, file.bytes)),
});

export const secondFactors = serveAll(contract.secondFactors, {
  getUserFactors: httpHandler((ctx, { params }) => identity.getUserFactors(ctx, params)),
  startRecovery: httpHandler((ctx, { params }) => identity.startRecovery(ctx, params)),
  stopRecovery: httpHandler((ctx, { params }) => identity.stopRecovery(ctx, params)),
});

export const userSessions = serveAll(contract.userSessions, {
  listUserSessions: httpHandler((ctx, { params }) => identity.listUserSessions(ctx, params.user_id)),
  endUserSessions: httpHandler((ctx, { params }) => identity.endUserSessions(ctx, params.user_id)),
  endUserSession: httpHandler((ctx, { params }) => identity.endUserSession(ctx, params)),
});

export const users = serveAll(contract.users, {
  ...accounts,
  inactivateUsers: httpHandler((ctx, { body }) => accounts.inactivateUsers(ctx, body.user_ids)),
  sendSetUpLinks: httpHandler((ctx, { body }) => accounts.sendSetUpLinks(ctx, body.user_ids)),
  startEmailChange: httpHandler(async (ctx, { params, body }) => {
    await identity.startEmailChange(ctx, { ...params, ...body });
  }),
  resetUserPassword: httpHandler((ctx, { params }) => identity.resetUserPassword(ctx, params)),
  createVerificationUrl: httpHandler((ctx, { params, body }) =>
    identity.createVerificationUrl(ctx, { ...params, scope: body?.scope }),
  ),
});

/** File name in ASCII and in UTF-8 (RFC 6266, RFC 8187). */
const attachment = (name: string): string => {
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${name.replace(/[^\w. -]/g, "_")}"; filename*=UTF-8''${encoded}`;
};

export const notes = serveAll(contract.notes, {
  ...accounts,
  readMention: accounts.markMentionRead,
  deleteNote: httpHandler(async (ctx, { params }) => {
    await accounts.deleteNote(ctx, params.note_id);
  }),
  createNoteFile: httpHandler((ctx, { params, body, file }) =>
    accounts.createNoteFile(ctx, params.note_id, { ...body, file }),
  ),
  downloadNoteFile: httpHandler(async (ctx, { params }, c) => {
    const { content, name, content_type } = await accounts.downloadNoteFile(ctx, params);
    addHeader(c, "content-disposition", attachment(name));
    return send(c, content, 200, { type: content_type, no_store: true });
  }),
  deleteNoteFile: httpHandler(async (ctx, { params }) => {
    await accounts.deleteNoteFile(ctx, params);
  }),
});

export const staff = serveAll(contract.staff, accounts);
