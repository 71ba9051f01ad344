/** The shipping data of an order without address, method and packages. */
export const emptyShipment = {
  personal_data: { first_name: "Test", last_name: "Buyer", phone: null, email: "buyer@example.test" },
  address: null,
  packages: [],
  method: null,
};
