/** Calls the store's webhook, as a script in the NetSuite account does. */
export async function callStore(publicUrl: string, token: string, customerId: string): Promise<void> {
  const response = await fetch(`${publicUrl}/v1/callbacks/net-suite/customers/${customerId}`, {
    method: "POST",
    headers: { "x-net-suite-token": token },
  });
  await response.arrayBuffer();
}
