import type { BrowserContext } from '@playwright/test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Click } from '#tests/metronome/click-analysis.ts'
import type { RawTab } from './raw-browser.ts'
import { clicksIn, takingScript } from '../metronome/sound-recorder.ts'

// What a hand does and an ear hears in a tab that no Playwright leads.

/** Presses a button by its whole name, as soon as it is there. */
export async function press(tab: RawTab, name: string): Promise<void> {
  const named = `[...document.querySelectorAll('button')].find(button => (button.ariaLabel ?? button.textContent) === ${JSON.stringify(name)})`
  await until(tab, `${named} !== undefined`)
  await tab.evaluate(`${named}.click()`)
}

/** Waits until an expression is true in the page. */
export async function until(tab: RawTab, condition: string): Promise<void> {
  while ((await tab.evaluate(condition)) !== true) await sleep(50)
}

/** The audio clock of the newest context, in seconds. */
export const clockOf = async (tab: RawTab) =>
  Number(await tab.evaluate('window.audioContexts.at(-1).currentTime'))

/** Waits until the audio clock is so many seconds further. */
export async function passOnClock(tab: RawTab, seconds: number): Promise<void> {
  const since = await clockOf(tab)
  while ((await clockOf(tab)) < since + seconds) await sleep(200)
}

/** The clicks heard so far, in seconds of the audio clock. */
export async function clicksOfTab(tab: RawTab): Promise<Click[]> {
  return clicksIn((await tab.evaluate(takingScript())) as Parameters<typeof clicksIn>[0])
}

/** Whoever is signed in there is signed in here. */
export async function takeCookies(tab: RawTab, context: Pick<BrowserContext, 'storageState'>, url: string) {
  const { cookies } = await context.storageState()
  await tab.send('Network.setCookies', {
    cookies: cookies.map(({ name, value, httpOnly }) => ({ name, value, httpOnly, url })),
  })
}
