import { lazy, type ComponentType } from 'react'
import {
  matchScreenAddress,
  SCREEN_TEXT_NAMESPACES,
  type ScreenAddress,
  type TextNamespace,
} from '#core/protocol/screen-addresses.ts'
import { loadWithTexts } from '#web/language/language.ts'

/**
 * The visitors who may open a route: 'guests' for signed-out visitors only, 'signed-in' for signed-in users only,
 * 'sign-in-link' for guests and for users who have opened a sign-in link, 'public' for everybody.
 */
type RouteAccess = 'guests' | 'sign-in-link' | 'signed-in' | 'public'
/** A route: its path, its screen, the text files (namespaces) of the screen, and who may open it. */
export type ScreenRoute = {
  readonly path: ScreenAddress
  readonly access: RouteAccess
  readonly namespaces: readonly TextNamespace[]
  readonly Screen: ComponentType
  /** Starts to load the code and the texts of the screen, and the navigation around a signed-in screen. */
  readonly preload: () => void
}

type Load = () => Promise<ComponentType>

const signIn: Load = async () => (await import('#web/screens/sign-in/sign-in.tsx')).SignIn

/** All routes of the app (spec 2). Any other address shows the not-found screen. */
const ROUTES: readonly ScreenRoute[] = [
  route('/', 'guests', signIn),
  route('/signin', 'guests', signIn),
  route('/signup', 'guests', signIn),
  route(
    '/confirm',
    'sign-in-link',
    async () => (await import('#web/screens/sign-in/confirm.tsx')).SignInLinkScreen,
  ),
  route('/privacy', 'public', async () => (await import('#web/screens/legal/legal-page.tsx')).Privacy),
  route('/terms', 'public', async () => (await import('#web/screens/legal/legal-page.tsx')).Terms),
  route('/try', 'public', async () => (await import('#web/screens/practice/try-out.tsx')).GuestTryOut),
  route('/pieces', 'signed-in', async () => (await import('#web/screens/pieces/pieces.tsx')).Pieces),
  route('/new', 'signed-in', async () => (await import('#web/screens/new-piece/new-piece.tsx')).NewPiece),
  route(
    '/pieces/:id',
    'signed-in',
    async () => (await import('#web/screens/piece/piece.tsx')).PieceHistoryPage,
  ),
  route(
    '/pieces/:id/edit',
    'signed-in',
    async () => (await import('#web/screens/edit-piece/edit-piece.tsx')).EditPiece,
  ),
  route(
    '/practice',
    'signed-in',
    async () => (await import('#web/screens/practice/practice.tsx')).PracticeScreen,
  ),
  route(
    '/history',
    'signed-in',
    async () => (await import('#web/screens/history/practice-history.tsx')).PracticeHistory,
  ),
  route('/account', 'signed-in', async () => (await import('#web/screens/account/account.tsx')).Account),
]

/** Lazy component that renders the screen for an unknown address. */
export const NotFoundView = lazy(() =>
  loadWithTexts([], async () => (await import('#web/screens/not-found/not-found.tsx')).NotFound),
)

const loadFrame = async () => ({ default: (await import('#web/frame/signed-in-frame.tsx')).SignedInFrame })
/** Lazy component that renders the navigation bar, the sync status and the feedback dialog around a signed-in screen. */
export const SignedInFrameView = lazy(loadFrame)

/** Returns the route for a path, or undefined if there is none. */
export function routeAt(pathname: string): ScreenRoute | undefined {
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
