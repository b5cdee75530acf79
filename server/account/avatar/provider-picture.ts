/** The address of a user's picture at a provider, as it was named at a sign-in. */
export type ProviderPicture = { userId: string; address: string }
