import { request } from '@playwright/test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'
import { fillLibrary } from '../e2e/pieces/filled-library.ts'
import { signInByCode } from '../e2e/musician.ts'
import { pressInTab } from '../e2e/sync/raw-tab-steps.ts'
import { startRawBrowser } from '../e2e/sync/raw-browser.ts'
import { startServerProcess } from '../e2e/running-server.ts'
import { recordingScript } from '../e2e/metronome/sound-recorder.ts'
import { buildIfStale } from '../scripts/set-up/build.mjs'
import { findOrInstallChromium } from '../scripts/test/browser.ts'
import { root } from '../scripts/set-up/paths.mjs'
import {
  createDacapoSubject,
  createPlainSubject,
  createToneSubject,
  type MeasuredMetronome,
} from './metronome-subjects.ts'
import { measureScenario, SCENARIOS } from './metronome-scenarios.ts'

export const name = 'what metronomes play, at 133 bpm'

const MUSICIAN = 'metronome@example.org'

/**
 * Per trouble and metronome "missed + doubled / beats due, largest error in ms", on the audio clock: Dacapo, a plain
 * scheduler of 25 ms and 0.2 s, and Tone.js where TONE names the file of its build. The metronomes of a row play at the
 * same time, each in a browser of its own. Then the bytes of the engine, and what is alive 5 s after a stop.
 */
export async function measure(): Promise<Record<string, number | string>> {
  await buildIfStale()
  const found = await findOrInstallChromium()
  if (found.kind === 'none') throw new Error(found.message)
  process.env['CHROMIUM_PATH'] ??= found.path
  const server = await startServerProcess()
  try {
    const signedIn = await request.newContext()
    await signInByCode(signedIn, server.origin, MUSICIAN)
    await fillLibrary(signedIn, server.origin, [
      { name: 'Toccata', importance: 5, endTempo: 140, parts: [[null, 133]] },
    ])
    const toneFile = process.env['TONE']
    const ours = createDacapoSubject(server.origin, signedIn)
    const subjects: MeasuredMetronome[] = [ours, createPlainSubject(server.origin)]
    if (toneFile !== undefined)
      subjects.push(createToneSubject(server.origin, readFileSync(toneFile, 'utf8')))

    const figures: Record<string, number | string> = {}
    for (const scenario of SCENARIOS) {
      const row = await Promise.all(subjects.map(subject => measureScenario(scenario, subject)))
      subjects.forEach((subject, index) => (figures[`${scenario.name}: ${subject.name}`] = row[index] ?? ''))
    }
    return { ...figures, ...(await engineBytes()), ...(await aliveAfterStop(ours)) }
  } finally {
    await server.stop()
  }
}

/** The engine without React and without the screen that uses it, as it is delivered. */
async function engineBytes() {
  const built = await build({
    configFile: false,
    root,
    logLevel: 'silent',
    build: {
      write: false,
      rollupOptions: {
        input: join(root, 'web/src/metronome/use-metronome.ts'),
        external: ['react', 'react-dom'],
        preserveEntrySignatures: 'strict',
      },
    },
  })
  const { output } = [built].flat()[0] as unknown as { output: { code?: string }[] }
  const code = output.map(({ code = '' }) => code).join('')
  return { 'engine bytes': Buffer.byteLength(code), 'engine bytes gzip': gzipSync(code, { level: 9 }).length }
}

const ALIVE = `window.alive = new Set(); window.frames = 0;
{ const [set, clear, frame] = [setInterval, clearInterval, requestAnimationFrame]
  window.setInterval = (...given) => { const id = set(...given); window.alive.add(id); return id }
  window.clearInterval = id => { window.alive.delete(id); clear(id) }
  window.requestAnimationFrame = callback => { window.frames++; return frame(callback) } }`

/** What still costs a battery: repeating timers beyond those before the start, frames asked for, contexts that run. */
async function aliveAfterStop(subject: MeasuredMetronome) {
  const browser = await startRawBrowser()
  try {
    const tab = await browser.open(`${recordingScript()};${ALIVE}`)
    const alive = async () => Number(await tab.evaluate('window.alive.size'))
    await subject.open(tab)
    const before = await alive()
    await subject.start(tab)
    await sleep(3000)
    const during = await alive()
    await pressInTab(tab, 'Stop metronome')
    await sleep(5000)
    const frames = Number(await tab.evaluate('window.frames'))
    await sleep(1000)
    return {
      'repeating timers of the click while it runs': during - before,
      'repeating timers of the click 5 s after stop': (await alive()) - before,
      'frames asked for in the sixth second after stop': Number(await tab.evaluate('window.frames')) - frames,
      'audio contexts running 5 s after stop': Number(
        await tab.evaluate('window.audioContexts.filter(({ state }) => state === "running").length'),
      ),
    }
  } finally {
    await browser.close()
  }
}
