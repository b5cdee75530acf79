/** A user's id together with the id of the same user's customer at Stripe. */
export type BillingCustomer = { userId: string; customerId: string }
