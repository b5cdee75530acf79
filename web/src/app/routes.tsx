import { lazy, type ComponentType } from 'react'
import {
  findScreenPathPattern,
  SCREEN_TEXT_NAMESPACES,
  type ScreenPathPattern,
  type TextNamespace,
} from '#core/protocol/screen-addresses.ts'
import { loadWithTexts } from '#web/language/language.ts'

type RouteAccess = 'guests' | 'sign-in-link' | 'signed-in' | 'public'
export type ScreenRoute = {
  readonly path: ScreenPathPattern
  readonly access: RouteAccess
  readonly namespaces: readonly TextNamespace[]
  readonly Screen: ComponentType
  readonly preload: () => void
}

type Load = () => Promise<ComponentType>

const signIn: Load = async () => (await import('#web/screens/sign-in/sign-in.tsx')).SignInScreen

const ROUTES: readonly ScreenRoute[] = [
  ...routes('guests', { '/': signIn, '/signin': signIn, '/signup': signIn }),
  ...routes('sign-in-link', {
    '/confirm': async () => (await import('#web/screens/sign-in/confirm.tsx')).SignInLinkScreen,
  }),
  ...routes('public', {
    '/privacy': async () => (await import('#web/screens/legal/legal-page.tsx')).PrivacyScreen,
    '/terms': async () => (await import('#web/screens/legal/legal-page.tsx')).TermsScreen,
    '/try': async () => (await import('#web/screens/practice/try-out.tsx')).MetronomeTryOutScreen,
  }),
  ...routes('signed-in', {
    '/pieces': async () => (await import('#web/screens/pieces/pieces.tsx')).PiecesScreen,
    '/new': async () => (await import('#web/screens/new-piece/new-piece.tsx')).NewPieceScreen,
    '/pieces/:id': async () => (await import('#web/screens/piece/piece.tsx')).PieceHistoryScreen,
    '/pieces/:id/edit': async () => (await import('#web/screens/edit-piece/edit-piece.tsx')).EditPieceScreen,
    '/practice': async () => (await import('#web/screens/practice/practice.tsx')).PracticeScreen,
    '/history': async () => (await import('#web/screens/history/practice-history.tsx')).PracticeHistoryScreen,
    '/account': async () => (await import('#web/screens/account/account.tsx')).AccountScreen,
  }),
]

export const LazyNotFoundScreen = lazy(() =>
  loadWithTexts([], async () => (await import('#web/screens/not-found/not-found.tsx')).NotFoundScreen),
)

const loadFrame = async () => ({ default: (await import('#web/frame/signed-in-frame.tsx')).SignedInFrame })
export const LazySignedInFrame = lazy(loadFrame)

export function findScreenRoute(pathname: string): ScreenRoute | undefined {
  const address = findScreenPathPattern(pathname)
  return ROUTES.find(({ path }) => path === address)
}

function routes(access: RouteAccess, loads: Partial<Record<ScreenPathPattern, Load>>): ScreenRoute[] {
  return (Object.entries(loads) as [ScreenPathPattern, Load][]).map(([path, load]) => {
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
  })
}
