/** A user and the address of their picture at a provider, as received at a sign-in. */
export type ProviderPicture = { userId: string; address: string }
