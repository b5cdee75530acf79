import { createContext, use, useCallback, useEffect, useState } from 'react'
import type { ProPrices } from '#core/plan/prices.ts'
import { useLanguage } from '#web/language/use-language.ts'

type Load = (language: string) => Promise<ProPrices | null>

/** Context with the function that loads the price of Pro, provided by the signed-in frame. Never rejects. */
export const LoadProPrices = createContext<Load>(async () => null)

/**
 * Returns the price of Pro for the current user, or null while it is unknown, because only the price that is charged
 * may be shown (rule UP10). The second value reloads it. Reloads on a change of language and when the network is back.
 */
export function useProPrices(): [ProPrices | null, () => void] {
  const load = use(LoadProPrices)
  const [language] = useLanguage()
  const [found, setFound] = useState<{ language: string; prices: ProPrices | null } | null>(null)

  const ask = useCallback(
    () => void load(language).then(prices => setFound({ language, prices })),
    [load, language],
  )

  useEffect(() => {
    ask()
    window.addEventListener('online', ask)
    return () => window.removeEventListener('online', ask)
  }, [ask])

  // A result for the previous language is not the price that is charged now.
  return [found?.language === language ? found.prices : null, ask]
}
