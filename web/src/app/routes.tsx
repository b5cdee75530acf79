import { lazy, type ComponentType } from 'react'
import {
  matchScreenAddress,
  SCREEN_TEXT_NAMESPACES,
  type ScreenAddress,
  type TextNamespace,
} from '#core/protocol/screen-addresses.ts'
import { loadWithTexts } from '#web/language/language.ts'

/** 'sign-in-link': guests, and users who have opened a sign-in link. */
type RouteAccess = 'guests' | 'sign-in-link' | 'signed-in' | 'public'
export type ScreenRoute = {
  readonly path: ScreenAddress
  readonly access: RouteAccess
  readonly namespaces: readonly TextNamespace[]
  readonly Screen: ComponentType
  /** Starts to load code and texts, and the frame around a signed-in screen. */
  readonly preload: () => void
}

type Load = () => Promise<ComponentType>

const signIn: Load = async () => (await import('#web/screens/sign-in/sign-in.tsx')).SignInScreen

const ROUTES: readonly ScreenRoute[] = [
  route('/', 'guests', signIn),
  route('/signin', 'guests', signIn),
  route('/signup', 'guests', signIn),
  route(
    '/confirm',
    'sign-in-link',
    async () => (await import('#web/screens/sign-in/confirm.tsx')).SignInLinkScreen,
  ),
  route('/privacy', 'public', async () => (await import('#web/screens/legal/legal-page.tsx')).PrivacyScreen),
  route('/terms', 'public', async () => (await import('#web/screens/legal/legal-page.tsx')).TermsScreen),
  route(
    '/try',
    'public',
    async () => (await import('#web/screens/practice/try-out.tsx')).MetronomeTryOutScreen,
  ),
  route('/pieces', 'signed-in', async () => (await import('#web/screens/pieces/pieces.tsx')).PiecesScreen),
  route(
    '/new',
    'signed-in',
    async () => (await import('#web/screens/new-piece/new-piece.tsx')).NewPieceScreen,
  ),
  route(
    '/pieces/:id',
    'signed-in',
    async () => (await import('#web/screens/piece/piece.tsx')).PieceHistoryScreen,
  ),
  route(
    '/pieces/:id/edit',
    'signed-in',
    async () => (await import('#web/screens/edit-piece/edit-piece.tsx')).EditPieceScreen,
  ),
  route(
    '/practice',
    'signed-in',
    async () => (await import('#web/screens/practice/practice.tsx')).PracticeScreen,
  ),
  route(
    '/history',
    'signed-in',
    async () => (await import('#web/screens/history/practice-history.tsx')).PracticeHistoryScreen,
  ),
  route(
    '/account',
    'signed-in',
    async () => (await import('#web/screens/account/account.tsx')).AccountScreen,
  ),
]

export const LazyNotFoundScreen = lazy(() =>
  loadWithTexts([], async () => (await import('#web/screens/not-found/not-found.tsx')).NotFoundScreen),
)

const loadFrame = async () => ({ default: (await import('#web/frame/signed-in-frame.tsx')).SignedInFrame })
export const LazySignedInFrame = lazy(loadFrame)

export function findRoute(pathname: string): ScreenRoute | undefined {
  const address = matchScreenAddress(pathname)
  return ROUTES.find(({ path }) => path === address)
}

function route(path: ScreenAddress, access: RouteAccess, load: Load): ScreenRoute {
  const namespaces = SCREEN_TEXT_NAMESPACES[path]
  const loadScreen = () => loadWithTexts(namespaces, load)
  return {
    path,
    access,
    namespaces,
    Screen: lazy(loadScreen),
    // A failed load is retried at render time, and then fails inside the error boundary.
    preload: () => void Promise.allSettled([loadScreen(), access === 'signed-in' && loadFrame()]),
  }
}
