import type { Page } from '@playwright/test'
import { findClicks, type Click } from '#tests/metronome/click-analysis.ts'

declare global {
  interface Window {
    /** The audio contexts of the page, oldest first. */
    audioContexts: AudioContext[]
    /** What reached the loudspeaker between two silences, and from which frame of the audio clock on. */
    recordedSounds: RecordedSound[]
  }
}

/** `zeroBlocks`: blocks of 128 samples of digital silence since the first sound of the context. */
type RecordedSound = { context: number; frame: number; samples: Float32Array; zeroBlocks: number }

/** Samples of the sounds, and the silences between by their length. */
type Recording = { sampleRate: number; sounds: { frame: number; length: number }[]; samples: string }

// On the audio thread, so that a page which is kept busy is heard all the same. Silence is not sent, nor is a sound that
// had begun before the recorder listened. It counts frames itself: Chromium leaves `currentFrame` as it was while the
// page's thread holds the lock of the audio graph, so on a busy machine a click would seem to come some milliseconds
// early. If that was so at the first block, the count is set right afterwards.
const RECORDER = `registerProcessor('recorder', class extends AudioWorkletProcessor {
  sound = []
  now = 0
  hasHeardSilence = false
  zeroBlocks = 0
  process([input]) {
    const behind = Math.max(0, currentFrame - this.now)
    this.now += behind
    this.frame += behind
    this.record(input[0])
    this.now += 128
    return true
  }
  record(samples) {
    const isSilent = samples === undefined || samples.every(value => Math.abs(value) < 2e-5)
    this.hasHeardSilence ||= samples !== undefined && isSilent
    if (this.frame >= 0 && (samples === undefined || samples.every(value => value === 0))) this.zeroBlocks++
    if (!isSilent && this.hasHeardSilence) {
      if (this.sound.length === 0) this.frame = this.now
      this.sound.push(...samples)
    }
    if (this.sound.length > 0 && (isSilent || this.sound.length > sampleRate / 4)) {
      this.port.postMessage({ frame: this.frame, samples: Float32Array.from(this.sound), zeroBlocks: this.zeroBlocks })
      this.sound = []
    }
  }
})`

/**
 * Records what a page plays. Misses the first click if it begins before the recorder has loaded. The page must be
 * opened with `bypassCSP`, because its policy does not allow the recorder's script.
 */
export async function recordSound(page: Page): Promise<void> {
  await page.addInitScript(recordInPage, RECORDER)
}

/** For a page without Playwright; must run before the page's own scripts. */
export const recordingScript = (): string => `(${String(recordInPage)})(${JSON.stringify(RECORDER)})`

/** An expression of the `Recording` in such a page. */
export const readRecordingScript = (): string => `(${String(takeInPage)})()`

/** In seconds of the audio clock, as all times here. */
export async function recordedClicks(page: Page): Promise<Click[]> {
  return clicksInRecording(await page.evaluate(takeInPage))
}

export async function clickTimesSince(page: Page, since: number): Promise<number[]> {
  return (await recordedClicks(page)).map(({ time }) => time).filter(time => time >= since)
}

export function clicksInRecording({ sampleRate, sounds, samples }: Recording): Click[] {
  const sent = new Float32Array(Uint8Array.from(Buffer.from(samples, 'base64')).buffer)
  const from = sounds[0]?.frame ?? 0
  const last = sounds.at(-1)
  // The first click needs silence before it as well, to be moved within.
  const lead = sampleRate / 10
  const whole = new Float32Array(lead + (last === undefined ? 0 : last.frame + last.length - from))
  let taken = 0
  for (const { frame, length } of sounds) {
    whole.set(sent.subarray(taken, taken + length), lead + frame - from)
    taken += length
  }
  const begin = (from - lead) / sampleRate
  return findClicks(whole, sampleRate).map(click => ({ ...click, time: begin + click.time }))
}

/** Of the newest audio context, since its first sound. */
export const countSilentBlocks = (page: Page) =>
  page.evaluate(() => {
    const newest = window.audioContexts.length - 1
    return window.recordedSounds.findLast(({ context }) => context === newest)?.zeroBlocks ?? Number.NaN
  })

export const audioTime = (page: Page) => page.evaluate(() => window.audioContexts.at(-1)?.currentTime ?? 0)

/** The page's main thread must not be blocked. */
export async function waitForAudioTime(page: Page, time: number): Promise<void> {
  const isThere = (wanted: number) => (window.audioContexts.at(-1)?.currentTime ?? 0) >= wanted
  await page.waitForFunction(isThere, time, { polling: 50, timeout: (time + 60) * 1000 })
}

/** From then on the recorder misses nothing. */
export async function waitForSound(page: Page): Promise<void> {
  await page.waitForFunction(() => window.recordedSounds.length > 0, undefined, { polling: 50 })
}

function recordInPage(recorder: string): void {
  window.audioContexts = []
  window.recordedSounds = []
  const entrances = new Map<unknown, GainNode>()

  const Native = window.AudioContext
  window.AudioContext = class extends Native {
    constructor(options?: AudioContextOptions) {
      super(options)
      const context = window.audioContexts.push(this) - 1
      const entrance = new GainNode(this)
      // So that the recorder is given silence, and not nothing, as soon as it is connected.
      const silence = new ConstantSourceNode(this, { offset: 0 })
      silence.connect(entrance)
      silence.start()
      entrances.set(this.destination, entrance)
      const module = URL.createObjectURL(new Blob([recorder], { type: 'text/javascript' }))
      void this.audioWorklet.addModule(module).then(() => {
        const ear = new AudioWorkletNode(this, 'recorder', { numberOfOutputs: 0 })
        ear.port.addEventListener('message', ({ data }) => window.recordedSounds.push({ context, ...data }))
        ear.port.start()
        entrance.connect(ear)
      })
    }
  }

  const connect = Reflect.get(AudioNode.prototype, 'connect')
  const doubled = function (this: AudioNode, ...given: unknown[]): unknown {
    const entrance = entrances.get(given[0])
    if (entrance !== undefined) Reflect.apply(connect, this, [entrance])
    return Reflect.apply(connect, this, given)
  }
  Object.assign(AudioNode.prototype, { connect: doubled })
}

/** Of the newest audio context, as text: numbers one by one would take longer than the music. */
function takeInPage(): Recording {
  const newest = window.audioContexts.length - 1
  const sounds = window.recordedSounds.filter(({ context }) => context === newest)
  const pieces = sounds.map(({ samples }) => {
    const bytes = new Uint8Array(samples.buffer)
    let text = ''
    for (const byte of bytes) text += String.fromCharCode(byte)
    return text
  })
  return {
    sampleRate: window.audioContexts[newest]?.sampleRate ?? 1,
    sounds: sounds.map(({ frame, samples }) => ({ frame, length: samples.length })),
    samples: btoa(pieces.join('')),
  }
}
