import i18next from 'i18next'
import common from '../../../locales/en/common.json' with { type: 'json' }

/**
 * Adds the built-in English texts of the sign-in screens and of the header and navigation around every screen. Called
 * when the translation files could not be loaded (rule UI3). Translation files that are loaded later replace these
 * texts. Other screens show an error instead.
 */
export async function addFallbackEnglishTexts(): Promise<void> {
  // Bundled with the code, because the load error needs them.
  add('common', common)
  if (i18next.hasResourceBundle('en', 'sign-in')) return
  // Requested only now, because every first load would be larger. If it fails too, the load error shows.
  const signIn = await import('../../../locales/en/sign-in.json').catch(() => null)
  if (signIn !== null) add('sign-in', signIn.default)
}

function add(namespace: string, texts: object): void {
  if (!i18next.hasResourceBundle('en', namespace)) i18next.addResourceBundle('en', namespace, texts)
}
