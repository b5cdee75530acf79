import i18next from 'i18next'
import { useEffect, useState } from 'react'
import { language, type Language } from './language.ts'

/**
 * The chosen language and a way to choose another, which this device remembers. It is shown as chosen at once, here or
 * in another tab: the words themselves follow when their files are there.
 */
export function useLanguage(): [Language, (language: Language) => void] {
  const [chosen, setChosen] = useState(language)

  useEffect(() => {
    const come = (next: string) => setChosen(next.startsWith('de') ? 'de' : 'en')
    const arrive = () => setChosen(language())
    i18next.on('languageChanging', come)
    i18next.on('languageChanged', arrive)
    return () => {
      i18next.off('languageChanging', come)
      i18next.off('languageChanged', arrive)
    }
  }, [])

  return [chosen, next => void i18next.changeLanguage(next)]
}
