import { matchScreenAddress, type ScreenAddress } from '#core/protocol/screen-addresses.ts'

type Screen = { source: string; signedIn: boolean }

const SIGN_IN: Screen = { source: 'sign-in/sign-in.tsx', signedIn: false }

// Source file of the screen at each address, relative to web/src/screens.
const SCREENS: Readonly<Record<ScreenAddress, Screen>> = {
  '/': SIGN_IN,
  '/signin': SIGN_IN,
  '/signup': SIGN_IN,
  '/confirm': { source: 'confirm/confirm.tsx', signedIn: false },
  '/privacy': { source: 'legal/legal-page.tsx', signedIn: false },
  '/terms': { source: 'legal/legal-page.tsx', signedIn: false },
  '/try': { source: 'practice/try-out/try-out.tsx', signedIn: false },
  '/pieces': { source: 'pieces/pieces.tsx', signedIn: true },
  '/new': { source: 'new-piece/new-piece.tsx', signedIn: true },
  '/pieces/:id': { source: 'piece/piece.tsx', signedIn: true },
  '/pieces/:id/edit': { source: 'edit-piece/edit-piece.tsx', signedIn: true },
  '/practice': { source: 'practice/practice.tsx', signedIn: true },
  '/history': { source: 'history/practice-history.tsx', signedIn: true },
  '/account': { source: 'account/account.tsx', signedIn: true },
}

/** Returns true if a URL path is the address of a screen (spec 2). */
export const isScreenPath = (path: string) => findScreen(path) !== null

/**
 * Returns the screen at a URL path, with its source file and whether it requires a signed-in user. Returns null if
 * there is none.
 */
export function findScreen(path: string): Screen | null {
  const address = matchScreenAddress(path)
  return address && SCREENS[address]
}
