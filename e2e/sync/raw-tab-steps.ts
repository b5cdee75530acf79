import type { BrowserContext } from '@playwright/test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Click } from '#tests/metronome/click-analysis.ts'
import type { RawTab } from './raw-browser.ts'
import { clicksInRecording, readRecordingScript } from '../metronome/sound-recorder.ts'

// What a hand does and an ear hears in a tab that no Playwright leads.

/** Presses a button by its exact name as soon as it exists. */
export async function pressInTab(tab: RawTab, name: string): Promise<void> {
  const named = `[...document.querySelectorAll('button')].find(button => (button.ariaLabel ?? button.textContent) === ${JSON.stringify(name)})`
  await waitForExpression(tab, `${named} !== undefined`)
  await tab.evaluate(`${named}.click()`)
}

/** Waits until a JavaScript expression is true in the page. */
export async function waitForExpression(tab: RawTab, condition: string): Promise<void> {
  while ((await tab.evaluate(condition)) !== true) await sleep(50)
}

/** Returns the audio clock of the newest context in seconds. */
const audioClockOf = async (tab: RawTab) =>
  Number(await tab.evaluate('window.audioContexts.at(-1).currentTime'))

/** Waits until the audio clock has advanced by this many seconds. */
export async function waitOnAudioClock(tab: RawTab, seconds: number): Promise<void> {
  const since = await audioClockOf(tab)
  while ((await audioClockOf(tab)) < since + seconds) await sleep(200)
}

/** Returns the clicks recorded so far, in seconds of the audio clock. */
export async function clicksOfTab(tab: RawTab): Promise<Click[]> {
  return clicksInRecording(
    (await tab.evaluate(readRecordingScript())) as Parameters<typeof clicksInRecording>[0],
  )
}

/** Copies the cookies of a Playwright context to a tab, which signs in the same user. */
export async function copyCookies(tab: RawTab, context: Pick<BrowserContext, 'storageState'>, url: string) {
  const { cookies } = await context.storageState()
  await tab.send('Network.setCookies', {
    cookies: cookies.map(({ name, value, httpOnly }) => ({ name, value, httpOnly, url })),
  })
}
