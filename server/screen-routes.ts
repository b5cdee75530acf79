// The addresses of spec 2, and for each the folder of web/src/screens that shows it.
const SCREENS: readonly { pattern: RegExp; folder: string; signedIn: boolean }[] = [
  { pattern: /^\/(signin|signup)?$/, folder: 'sign-in', signedIn: false },
  { pattern: /^\/confirm$/, folder: 'confirm', signedIn: false },
  { pattern: /^\/(privacy|terms)$/, folder: 'legal', signedIn: false },
  { pattern: /^\/pieces$/, folder: 'pieces', signedIn: true },
  { pattern: /^\/new$/, folder: 'new-piece', signedIn: true },
  { pattern: /^\/pieces\/[^/]+\/edit$/, folder: 'edit-piece', signedIn: true },
  { pattern: /^\/practice$/, folder: 'practice', signedIn: true },
  { pattern: /^\/account$/, folder: 'account', signedIn: true },
]

/** Is this the address of a screen (spec 2)? */
export const isScreen = (path: string) => screenAt(path) !== null

/** The screen at an address: the folder of its source, and whether it is for signed-in users; or null. */
export function screenAt(path: string): { folder: string; signedIn: boolean } | null {
  return SCREENS.find(({ pattern }) => pattern.test(path)) ?? null
}
