/**
 * URL paths of all screens (spec 2, rules SG23, PH1 and HS1). `:id` matches one segment. The server and the service
 * worker return the same HTML page for all of them, and the browser renders the screen.
 */
const SCREEN_ADDRESSES = [
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

/** The URL path pattern of a screen, such as `/pieces/:id/edit`. */
export type ScreenAddress = (typeof SCREEN_ADDRESSES)[number]

/** Returns the screen address that matches a URL path, or null if none does. */
export function matchScreenAddress(path: string): ScreenAddress | null {
  // Mail programs damage links: `//confirm`, `/confirm,` and `/confirm%3Ftoken=…` lead to the same screen (rule SG19).
  if (/^\/+confirm(?![a-z])/i.test(path)) return '/confirm'
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

/** Name of a file with translated texts. A screen loads the files that it needs. */
export type TextNamespace =
  | 'sign-in'
  | 'legal'
  | 'account'
  | 'feedback'
  | 'history'
  | 'install'
  | 'piece'
  | 'pieces'
  | 'practice'
  | 'shortcuts'
  | 'sync'
  | 'upgrade'

/**
 * The files with translated texts that each screen needs in addition to `common`. The browser loads them together with
 * the screen, and the server lists them in the Link header of the page (rule HT8).
 */
export const SCREEN_TEXT_NAMESPACES: Readonly<Record<ScreenAddress, readonly TextNamespace[]>> = {
  '/': ['sign-in'],
  '/signin': ['sign-in'],
  '/signup': ['sign-in'],
  '/confirm': ['sign-in'],
  '/privacy': ['legal'],
  '/terms': ['legal'],
  '/try': ['practice'],
  '/pieces': ['pieces', 'upgrade'],
  '/new': ['pieces', 'upgrade'],
  '/pieces/:id': ['piece', 'pieces'],
  '/pieces/:id/edit': ['pieces', 'upgrade'],
  '/practice': ['practice'],
  '/history': ['history'],
  '/account': ['account', 'upgrade'],
}
