/**
 * The paths of the screens (spec 2, with the try-out of rule SG24, the page of a piece of PH1 and the history of HS1);
 * `:id` matches one segment. The browser renders them; the server and the worker answer them with the app shell.
 */
export const SCREEN_ADDRESSES = [
  '/',
  '/signin',
  '/signup',
  '/confirm',
  '/privacy',
  '/terms',
  '/try',
  '/pieces',
  '/new',
  '/pieces/:id',
  '/pieces/:id/edit',
  '/practice',
  '/history',
  '/account',
] as const

/** The address pattern of a screen, such as `/pieces/:id/edit`. */
export type ScreenAddress = (typeof SCREEN_ADDRESSES)[number]

/** Returns the screen address that matches a path, or null. */
export function matchScreenAddress(path: string): ScreenAddress | null {
  // Trailing slashes are ignored.
  const segments = (path.length > 1 ? path.replace(/\/+$/, '') : path).split('/')
  return SCREEN_ADDRESSES.find(address => isSame(address.split('/'), segments)) ?? null
}

const isSame = (address: readonly string[], segments: readonly string[]) =>
  address.length === segments.length &&
  address.every((part, place) =>
    // Case is ignored, because phones often capitalize the first letter.
    part === ':id' ? segments[place] !== '' : part === segments[place]?.toLowerCase(),
  )
