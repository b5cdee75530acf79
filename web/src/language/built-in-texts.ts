import i18next from 'i18next'

/**
 * Adds the English texts of the sign-in screens and of the header and navigation around every screen from the code of the
 * app, because every first load would be larger with them. Called when the translation files could not be loaded (rule
 * UI3); those that are loaded later replace these texts. Other screens show an error instead.
 */
export async function addFallbackEnglishTexts(): Promise<void> {
  const files = {
    common: () => import('../../../locales/en/common.json'),
    'sign-in': () => import('../../../locales/en/sign-in.json'),
  }
  await Promise.all(
    Object.entries(files).map(async ([namespace, load]) => {
      if (i18next.hasResourceBundle('en', namespace)) return
      const texts = await load().catch(() => null)
      if (texts !== null) i18next.addResourceBundle('en', namespace, texts.default)
    }),
  )
}
