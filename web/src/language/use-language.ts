import i18next from 'i18next'
import { createObservable, useObservable } from '#web/concurrency/observable.ts'
import { findLanguageForTag } from '#core/protocol/languages.ts'
import { getCurrentLanguage } from './language.ts'
import { storeLanguage } from './language-detector.ts'
import { supportedLanguages } from './languages.ts'

// Module state: the page has one language, which i18next keeps in a module, too.
const chosen = createObservable(getCurrentLanguage())
i18next.on('languageChanging', next =>
  chosen.set(findLanguageForTag(next, supportedLanguages) ?? getCurrentLanguage()),
)
i18next.on('languageChanged', () => chosen.set(getCurrentLanguage()))

/** A newly chosen language is returned at once, even while its texts are still loading. */
export const useLanguageChoice = (): [string, (language: string) => void] => [
  useObservable(chosen),
  chooseLanguage,
]

export function chooseLanguage(language: string): void {
  storeLanguage(language)
  void i18next.changeLanguage(language)
}
