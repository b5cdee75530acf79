// The addresses of spec 2, and for each the source of the screen that it shows, under web/src/screens.
const SCREENS: readonly { pattern: RegExp; source: string; signedIn: boolean }[] = [
  { pattern: /^\/(signin|signup)?$/, source: 'sign-in/sign-in.tsx', signedIn: false },
  { pattern: /^\/confirm$/, source: 'confirm/confirm.tsx', signedIn: false },
  { pattern: /^\/privacy$/, source: 'legal/privacy.tsx', signedIn: false },
  { pattern: /^\/terms$/, source: 'legal/terms.tsx', signedIn: false },
  { pattern: /^\/pieces$/, source: 'pieces/pieces.tsx', signedIn: true },
  { pattern: /^\/new$/, source: 'new-piece/new-piece.tsx', signedIn: true },
  { pattern: /^\/pieces\/[^/]+\/edit$/, source: 'edit-piece/edit-piece.tsx', signedIn: true },
  { pattern: /^\/practice$/, source: 'practice/practice.tsx', signedIn: true },
  { pattern: /^\/account$/, source: 'account/account.tsx', signedIn: true },
]

/** Is this the address of a screen (spec 2)? */
export const isScreen = (path: string) => screenAt(path) !== null

/** The screen at an address: its source file, and whether it is for signed-in users; or null. */
export function screenAt(path: string): { source: string; signedIn: boolean } | null {
  // The router in the browser takes a slash at the end for nothing, and so do people.
  const address = path.length > 1 ? path.replace(/\/$/, '') : path
  return SCREENS.find(({ pattern }) => pattern.test(address)) ?? null
}
