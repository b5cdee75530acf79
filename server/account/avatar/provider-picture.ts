/**
 * A user's profile picture at a social sign-in provider, before it is downloaded: the user's id, and the picture's
 * URL (`address`) that the provider has reported at a sign-in.
 */
export type ProviderPicture = { userId: string; address: string }
