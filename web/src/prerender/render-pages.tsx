import './browser-globals.ts'
import i18next, { type Resource } from 'i18next'
import { renderToString } from 'react-dom/server'
import { initReactI18next } from 'react-i18next'
import type { ScreenAddress } from '#core/protocol/screen-addresses.ts'
import { App } from '#web/app/app.tsx'
import { createAppServices } from '#web/app/create-app-services.ts'
import { routeAt, type RouteAccess } from '#web/app/routes.tsx'
import type { SignInState } from '#web/identity/sign-in-state.ts'

// They begin the same for every visitor.
const PRERENDERED_SCREENS: readonly ScreenAddress[] = [
  '/',
  '/signin',
  '/signup',
  '/pieces',
  '/new',
  '/pieces/:id',
  '/pieces/:id/edit',
  '/practice',
  '/history',
]

/** The prerendered HTML of the screens, by language and then by screen address. */
export type RenderedScreens = Record<string, Record<string, string>>

/**
 * Renders the first HTML of each prerendered screen in each language (rule HT93). The screens look as in a browser that
 * has loaded the code and the texts and knows whether the user is signed in, but has no library yet. Must run in a Node
 * process of its own, because it changes global variables.
 *
 * @param texts all texts by language and namespace
 * @param origin origin of the web app; on localhost, screens reserve space for notices about simulated mails
 */
export async function renderPages(texts: Resource, origin: string): Promise<RenderedScreens> {
  await i18next.use(initReactI18next).init({
    resources: texts,
    fallbackLng: 'en',
    defaultNS: 'common',
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
  })
  const rendered: RenderedScreens = {}
  for (const language of Object.keys(texts)) {
    await i18next.changeLanguage(language)
    const screens: Record<string, string> = {}
    for (const address of PRERENDERED_SCREENS) screens[address] = await renderScreen(new URL(address, origin))
    rendered[language] = screens
  }
  return rendered
}

async function renderScreen(location: URL): Promise<string> {
  Object.assign(globalThis, { location })
  const route = routeAt(location.pathname)
  if (route === undefined) throw new Error(`no screen at ${location.pathname}`)
  await route.preload()
  const app = createAppServices()
  app.identity.state.set(signInStateFor(route.access))
  return renderToString(<App {...app} />)
}

const signInStateFor = (access: RouteAccess): SignInState =>
  access === 'signed-in'
    ? { kind: 'signed-in', user: { id: '', name: '', email: '', image: null } }
    : { kind: 'guest', isPresumed: false }
