import i18next from 'i18next'
import { useEffect, useState } from 'react'
import { findLanguageForTag } from '#core/protocol/languages.ts'
import { getCurrentLanguage } from './language.ts'
import { storeLanguage } from './language-detector.ts'
import { supportedLanguages } from './languages.ts'

/** The chosen language and `chooseLanguage`. The texts change when their files have loaded. */
export function useCurrentLanguage(): [string, (language: string) => void] {
  const [chosen, setChosen] = useState(getCurrentLanguage)

  useEffect(() => {
    const come = (next: string) =>
      setChosen(findLanguageForTag(next, supportedLanguages) ?? getCurrentLanguage())
    const arrive = () => setChosen(getCurrentLanguage())
    i18next.on('languageChanging', come)
    i18next.on('languageChanged', arrive)
    return () => {
      i18next.off('languageChanging', come)
      i18next.off('languageChanged', arrive)
    }
  }, [])

  return [chosen, chooseLanguage]
}

/** Changes the language of all tabs. */
export function chooseLanguage(language: string): void {
  storeLanguage(language)
  void i18next.changeLanguage(language)
}
