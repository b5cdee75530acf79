/**
 * The id of a user, and the URL of their profile picture as a social sign-in provider has reported it at a sign-in.
 */
export type ProviderPicture = { userId: string; address: string }
