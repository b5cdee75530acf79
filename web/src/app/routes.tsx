import type { ComponentType } from 'react'
import { matchScreenAddress, type ScreenAddress } from '#core/protocol/screen-addresses.ts'
import { lazyComponent } from '#web/kit/lazy-component.tsx'
import { loadWithTexts, type Namespace } from '#web/language/language.ts'

/** The visitors that may see a screen. */
export type Access = 'guests' | 'signed-in' | 'public'
/** A screen with its address, its texts, and the visitors that may see it. */
export type ScreenRoute = {
  readonly path: ScreenAddress
  readonly access: Access
  readonly namespaces: readonly Namespace[]
  readonly Screen: ComponentType
  /** Loads the screen, its texts and its frame without rendering them. Never rejects. */
  readonly preload: () => Promise<unknown>
}

type Load = () => Promise<ComponentType>

const signIn: Load = async () => (await import('#web/screens/sign-in/sign-in.tsx')).SignIn

/** All addresses of the product (spec 2, and the try-out). Any other address shows the not-found screen. */
export const ROUTES: readonly ScreenRoute[] = [
  route('/', 'guests', ['sign-in'], signIn),
  route('/signin', 'guests', ['sign-in'], signIn),
  route('/signup', 'guests', ['sign-in'], signIn),
  route(
    '/confirm',
    'guests',
    ['sign-in'],
    async () => (await import('#web/screens/confirm/confirm.tsx')).Confirm,
  ),
  route(
    '/privacy',
    'public',
    ['legal'],
    async () => (await import('#web/screens/legal/legal-page.tsx')).Privacy,
  ),
  route('/terms', 'public', ['legal'], async () => (await import('#web/screens/legal/legal-page.tsx')).Terms),
  route(
    '/try',
    'public',
    ['practice'],
    async () => (await import('#web/screens/practice/try-out/try-out.tsx')).TryOut,
  ),
  route(
    '/pieces',
    'signed-in',
    ['pieces', 'upgrade'],
    async () => (await import('#web/screens/pieces/pieces.tsx')).Pieces,
  ),
  route(
    '/new',
    'signed-in',
    ['pieces', 'upgrade'],
    async () => (await import('#web/screens/new-piece/new-piece.tsx')).NewPiece,
  ),
  route(
    '/pieces/:id',
    'signed-in',
    ['piece', 'pieces'],
    async () => (await import('#web/screens/piece/piece.tsx')).PiecePage,
  ),
  route(
    '/pieces/:id/edit',
    'signed-in',
    ['pieces', 'upgrade'],
    async () => (await import('#web/screens/edit-piece/edit-piece.tsx')).EditPiece,
  ),
  route(
    '/practice',
    'signed-in',
    ['practice'],
    async () => (await import('#web/screens/practice/practice.tsx')).PracticeScreen,
  ),
  route(
    '/history',
    'signed-in',
    ['history'],
    async () => (await import('#web/screens/history/practice-history.tsx')).PracticeHistory,
  ),
  route(
    '/account',
    'signed-in',
    ['account', 'upgrade'],
    async () => (await import('#web/screens/account/account.tsx')).Account,
  ),
]

const notFound = lazyComponent(() =>
  loadWithTexts([], async () => (await import('#web/screens/not-found/not-found.tsx')).NotFound),
)
/** The screen for an unknown address. */
export const NotFoundView = notFound.View

const frame = lazyComponent(async () => ({
  default: (await import('#web/frame/signed-in-frame.tsx')).SignedInFrame,
}))
/** The frame of the signed-in screens: navigation, feedback, sync. Its chunk imports the local store. */
export const SignedInFrameView = frame.View

/** Returns the route of an address, or undefined if it is unknown. */
export function routeAt(pathname: string): ScreenRoute | undefined {
  const address = matchScreenAddress(pathname)
  return ROUTES.find(({ path }) => path === address)
}

function route(
  path: ScreenAddress,
  access: Access,
  namespaces: readonly Namespace[],
  load: Load,
): ScreenRoute {
  const screen = lazyComponent(() => loadWithTexts(namespaces, load))
  return {
    path,
    access,
    namespaces,
    Screen: screen.View,
    // A failed load is retried at render time, and then fails inside the error boundary.
    preload: () => Promise.allSettled([screen.load(), access === 'signed-in' && frame.load()]),
  }
}
