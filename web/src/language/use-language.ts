import i18next from 'i18next'
import { useEffect, useState } from 'react'
import { currentLanguage, type Language } from './language.ts'

/**
 * Returns the chosen language, and a function that changes it and stores it on this device. Other tabs change as well.
 * The texts change as soon as their files are loaded.
 */
export function useChosenLanguage(): [Language, (language: Language) => void] {
  const [chosen, setChosen] = useState(currentLanguage)

  useEffect(() => {
    const come = (next: string) => setChosen(next.startsWith('de') ? 'de' : 'en')
    const arrive = () => setChosen(currentLanguage())
    i18next.on('languageChanging', come)
    i18next.on('languageChanged', arrive)
    return () => {
      i18next.off('languageChanging', come)
      i18next.off('languageChanged', arrive)
    }
  }, [])

  return [chosen, next => void i18next.changeLanguage(next)]
}
