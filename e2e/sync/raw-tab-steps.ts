import type { BrowserContext } from '@playwright/test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Click } from '#tests/metronome/click-analysis.ts'
import type { RawTab } from './raw-browser.ts'
import { clicksInRecording, readRecordingScript } from '../metronome/sound-recorder.ts'

export async function pressInTab(tab: RawTab, name: string): Promise<void> {
  const named = `[...document.querySelectorAll('button')].find(button => (button.ariaLabel ?? button.textContent) === ${JSON.stringify(name)})`
  await waitForExpression(tab, `${named} !== undefined`)
  await tab.evaluate(`${named}.click()`)
}

export async function waitForExpression(tab: RawTab, condition: string): Promise<void> {
  while ((await tab.evaluate(condition)) !== true) await sleep(50)
}

const audioClockSeconds = async (tab: RawTab) =>
  Number(await tab.evaluate('window.audioContexts.at(-1).currentTime'))

export async function waitOnAudioClock(tab: RawTab, seconds: number): Promise<void> {
  const since = await audioClockSeconds(tab)
  while ((await audioClockSeconds(tab)) < since + seconds) await sleep(200)
}

export async function clicksOfTab(tab: RawTab): Promise<Click[]> {
  return clicksInRecording(
    (await tab.evaluate(readRecordingScript())) as Parameters<typeof clicksInRecording>[0],
  )
}

export async function copyCookies(tab: RawTab, context: Pick<BrowserContext, 'storageState'>, url: string) {
  const { cookies } = await context.storageState()
  await tab.send('Network.setCookies', {
    cookies: cookies.map(({ name, value, httpOnly }) => ({ name, value, httpOnly, url })),
  })
}
