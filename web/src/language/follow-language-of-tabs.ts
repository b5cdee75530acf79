import i18next from 'i18next'

/**
 * Changes the language of the interface when another tab has changed it (rule UI46). Reads the stored value and not the
 * event's, which after two quick changes is older.
 */
export function followLanguageOfTabs(): void {
  addEventListener('storage', ({ key }) => {
    const chosen = key === 'i18nextLng' && localStorage.getItem(key)
    if (chosen) void i18next.changeLanguage(chosen)
  })
}
