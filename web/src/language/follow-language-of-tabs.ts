import i18next from 'i18next'

/**
 * Changes the language of the interface when another tab has changed it (rule UI48). Reads the stored value and not the
 * event's: after two quick changes the event's older value would be stored again, and the tabs would notify each other
 * for ever.
 */
export function followLanguageOfTabs(): void {
  addEventListener('storage', ({ key }) => {
    const chosen = key === 'i18nextLng' && localStorage.getItem(key)
    if (chosen) void i18next.changeLanguage(chosen)
  })
}
