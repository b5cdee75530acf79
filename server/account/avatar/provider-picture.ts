/** A user with the address of their profile picture, as a social sign-in provider reported it at a sign-in. */
export type ProviderPicture = { userId: string; address: string }
