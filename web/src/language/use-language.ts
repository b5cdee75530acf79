import i18next from 'i18next'
import { useEffect, useState } from 'react'
import { closestLanguage } from '#core/protocol/languages.ts'
import { currentLanguage } from './language.ts'
import { storeLanguage } from './language-detector.ts'
import { languages } from './languages.ts'

/** The chosen language and `chooseLanguage`. The texts change as soon as their files have come. */
export function useChosenLanguage(): [string, (language: string) => void] {
  const [chosen, setChosen] = useState(currentLanguage)

  useEffect(() => {
    const come = (next: string) => setChosen(closestLanguage(next, languages) ?? currentLanguage())
    const arrive = () => setChosen(currentLanguage())
    i18next.on('languageChanging', come)
    i18next.on('languageChanged', arrive)
    return () => {
      i18next.off('languageChanging', come)
      i18next.off('languageChanged', arrive)
    }
  }, [])

  return [chosen, chooseLanguage]
}

/** Other tabs change as well. */
export function chooseLanguage(language: string): void {
  storeLanguage(language)
  void i18next.changeLanguage(language)
}
