import type { ComponentType } from 'react'
import { matchPath } from 'react-router'
import { later } from './kit/later.tsx'
import { withTexts, type Namespace } from './language/language.ts'

export type Access = 'guests' | 'signed-in' | 'public'
export type ScreenRoute = {
  readonly path: string
  readonly access: Access
  readonly namespaces: readonly Namespace[]
  readonly Screen: ComponentType
  /** Fetches the screen, its texts and what surrounds it, without showing them; never rejects. */
  readonly preload: () => Promise<unknown>
}

type Load = () => Promise<ComponentType>

const signIn: Load = async () => (await import('./screens/sign-in/sign-in.tsx')).SignIn

/** Every address of the product (spec 2); anything else is the not-found screen. */
export const ROUTES: readonly ScreenRoute[] = [
  route('/', 'guests', ['sign-in'], signIn),
  route('/signin', 'guests', ['sign-in'], signIn),
  route('/signup', 'guests', ['sign-in'], signIn),
  route(
    '/confirm',
    'guests',
    ['sign-in'],
    async () => (await import('./screens/confirm/confirm.tsx')).Confirm,
  ),
  route('/privacy', 'public', ['legal'], async () => (await import('./screens/legal/privacy.tsx')).Privacy),
  route('/terms', 'public', ['legal'], async () => (await import('./screens/legal/terms.tsx')).Terms),
  route(
    '/pieces',
    'signed-in',
    ['pieces', 'upgrade'],
    async () => (await import('./screens/pieces/pieces.tsx')).Pieces,
  ),
  route(
    '/new',
    'signed-in',
    ['pieces', 'upgrade'],
    async () => (await import('./screens/new-piece/new-piece.tsx')).NewPiece,
  ),
  route(
    '/pieces/:id/edit',
    'signed-in',
    ['pieces', 'upgrade'],
    async () => (await import('./screens/edit-piece/edit-piece.tsx')).EditPiece,
  ),
  route(
    '/practice',
    'signed-in',
    ['practice'],
    async () => (await import('./screens/practice/practice.tsx')).Practice,
  ),
  route(
    '/account',
    'signed-in',
    ['account', 'upgrade'],
    async () => (await import('./screens/account/account.tsx')).Account,
  ),
]

const notFound = later(() =>
  withTexts([], async () => (await import('./screens/not-found/not-found.tsx')).NotFound),
)
/** The screen for an address that is none of ours. */
export const NotFound = notFound.Part

const frame = later(async () => ({ default: (await import('./signed-in-frame.tsx')).SignedInFrame }))
/** What surrounds the signed-in screens: navigation, feedback, sync. Its chunk is where the local store comes in. */
export const SignedInFrame = frame.Part

/** The route an address belongs to, or undefined. */
export const routeAt = (pathname: string): ScreenRoute | undefined =>
  ROUTES.find(route => matchPath(route.path, pathname) !== null)

function route(path: string, access: Access, namespaces: readonly Namespace[], load: Load): ScreenRoute {
  const screen = later(() => withTexts(namespaces, load))
  return {
    path,
    access,
    namespaces,
    Screen: screen.Part,
    // What fails is asked for again when it is drawn, and fails in sight of the error boundary.
    preload: () => Promise.allSettled([screen.load(), access === 'signed-in' && frame.load()]),
  }
}
