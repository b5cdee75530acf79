/** A user's id and the id of their customer at Stripe. */
export type BillingCustomer = { userId: string; customerId: string }
