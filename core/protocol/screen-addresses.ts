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

/** The texts that each screen needs besides `common`; the Link header of its page names them (rule HT8). */
export const SCREEN_TEXT_NAMESPACES = {
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
} as const satisfies Readonly<Record<string, readonly TextNamespace[]>>

export type ScreenPathPattern = keyof typeof SCREEN_TEXT_NAMESPACES
const SCREEN_ADDRESSES = Object.keys(SCREEN_TEXT_NAMESPACES) as readonly ScreenPathPattern[]

export function findScreenPathPattern(path: string): ScreenPathPattern | null {
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
