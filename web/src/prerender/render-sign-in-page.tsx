import i18next, { type Resource } from 'i18next'
import { renderToString } from 'react-dom/server'
import { initReactI18next } from 'react-i18next'

/** Returns HTML by language. Call it in a separate process, because it defines globals such as `window`. */
export async function renderSignInPages(texts: Resource, hostname: string): Promise<Record<string, string>> {
  Object.assign(globalThis, {
    window: globalThis,
    location: { hostname, pathname: '/', search: '' },
    history: { state: null },
  })
  // Only now, because modules read the browser while they load.
  const { NavigationProvider } = await import('#web/navigation/use-location.tsx')
  const { SignInScreen } = await import('#web/screens/sign-in/sign-in.tsx')
  await i18next.use(initReactI18next).init({
    resources: texts,
    fallbackLng: 'en',
    defaultNS: 'common',
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
  })
  const rendered: Record<string, string> = {}
  for (const language of Object.keys(texts)) {
    await i18next.changeLanguage(language)
    const html = renderToString(
      <NavigationProvider>
        <SignInScreen />
      </NavigationProvider>,
    )
    // Inert, so that it accepts no input: the app will render the screen again.
    rendered[language] = html.replace('<main ', '<main inert ')
  }
  return rendered
}
