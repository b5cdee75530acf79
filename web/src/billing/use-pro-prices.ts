import { use, useCallback, useEffect, useState } from 'react'
import type { ProPrices } from '#core/plan/prices.ts'
import { useChosenLanguage } from '#web/language/use-language.ts'
import { LoadProPricesContext } from './load-pro-prices-context.ts'

/**
 * Returns the prices of Pro for the current user, or null while they are unknown, and a function that loads the prices
 * again. The prices are loaded again automatically when the language changes and when the network returns. Show only
 * these prices, because Stripe charges exactly them (rule UP10).
 */
export function useProPrices(): [ProPrices | null, () => void] {
  const load = use(LoadProPricesContext)
  const [language] = useChosenLanguage()
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
