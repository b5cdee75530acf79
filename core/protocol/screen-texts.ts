import type { ScreenAddress } from './screen-addresses.ts'

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
