/**
 * The addresses of the screens (spec 2) as a router writes them; `:id` stands for one segment. The server answers them
 * with the app's page, and so does the service worker where there is no network.
 */
export const SCREEN_ADDRESSES = [
  '/',
  '/signin',
  '/signup',
  '/confirm',
  '/privacy',
  '/terms',
  '/pieces',
  '/new',
  '/pieces/:id/edit',
  '/practice',
  '/account',
] as const

export type ScreenAddress = (typeof SCREEN_ADDRESSES)[number]

/** The address among ours that a path is, or null. */
export function screenAddressOf(path: string): ScreenAddress | null {
  // The router in the browser takes a slash at the end for nothing, and so do people.
  const segments = (path.length > 1 ? path.replace(/\/$/, '') : path).split('/')
  return SCREEN_ADDRESSES.find(address => isSame(address.split('/'), segments)) ?? null
}

const isSame = (address: readonly string[], segments: readonly string[]) =>
  address.length === segments.length &&
  address.every((part, place) =>
    // The router in the browser takes capitals for small letters, and so do phones that begin a line with one.
    part === ':id' ? segments[place] !== '' : part === segments[place]?.toLowerCase(),
  )
