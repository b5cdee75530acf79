import { screenAddressOf, type ScreenAddress } from '#core/screen-addresses.ts'

type Screen = { source: string; signedIn: boolean }

const SIGN_IN: Screen = { source: 'sign-in/sign-in.tsx', signedIn: false }

// For each address the source of the screen that it shows, under web/src/screens.
const SCREENS: Readonly<Record<ScreenAddress, Screen>> = {
  '/': SIGN_IN,
  '/signin': SIGN_IN,
  '/signup': SIGN_IN,
  '/confirm': { source: 'confirm/confirm.tsx', signedIn: false },
  '/privacy': { source: 'legal/privacy.tsx', signedIn: false },
  '/terms': { source: 'legal/terms.tsx', signedIn: false },
  '/pieces': { source: 'pieces/pieces.tsx', signedIn: true },
  '/new': { source: 'new-piece/new-piece.tsx', signedIn: true },
  '/pieces/:id/edit': { source: 'edit-piece/edit-piece.tsx', signedIn: true },
  '/practice': { source: 'practice/practice.tsx', signedIn: true },
  '/account': { source: 'account/account.tsx', signedIn: true },
}

/** Is this the address of a screen (spec 2)? */
export const isScreen = (path: string) => screenAt(path) !== null

/** The screen at an address: its source file, and whether it is for signed-in users; or null. */
export function screenAt(path: string): Screen | null {
  const address = screenAddressOf(path)
  return address && SCREENS[address]
}
