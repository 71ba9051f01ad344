/** https://resend.com/docs/api-reference/errors */
export function failure(statusCode: number, name: string, message: string): Response {
  return Response.json({ statusCode, name, message }, { status: statusCode });
}
