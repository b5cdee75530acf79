/** A user with the address of their profile picture, as reported by the provider at a sign-in. */
export type ProviderPicture = { userId: string; address: string }
