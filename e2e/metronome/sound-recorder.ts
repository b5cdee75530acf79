import type { Page } from '@playwright/test'
import { findClicks, type Click } from '#tests/metronome/click-analysis.ts'

declare global {
  interface Window {
    audioContexts: AudioContext[]
    recordedSounds: RecordedSound[]
  }
}

/** `zeroBlocks`: blocks of 128 samples of digital silence since the first sound of the context; `frame`: its start. */
type RecordedSound = { context: number; frame: number; samples: Float32Array; zeroBlocks: number }

type Recording = { sampleRate: number; sounds: { frame: number; length: number }[]; samples: string }

// Runs on the audio thread, so that it also records while the main thread is blocked. Leaves out silence, and a sound
// that began before the recorder. Counts frames itself: Chromium does not advance `currentFrame` while the main thread
// holds the lock of the audio graph, so on a busy machine a click would seem some milliseconds early. If that happened
// at the first block, a later block corrects the count.
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
 * Misses the first click if it begins before the recorder has loaded. The page must be opened with `bypassCSP`, because
 * its policy does not allow the recorder's script.
 */
export async function recordSound(page: Page): Promise<void> {
  await page.addInitScript(recordInPage, RECORDER)
}

/** For a page without Playwright; must run before the page's scripts. */
export const recordingScript = (): string => `(${String(recordInPage)})(${JSON.stringify(RECORDER)})`

export const readRecordingScript = (): string => `(${String(readRecordingInPage)})()`

/** Times in seconds of the audio clock, as everywhere in this file. */
export async function recordedClicks(page: Page): Promise<Click[]> {
  return clicksInRecording(await page.evaluate(readRecordingInPage))
}

export async function clickTimesSince(page: Page, since: number): Promise<number[]> {
  return (await recordedClicks(page)).map(({ time }) => time).filter(time => time >= since)
}

export function clicksInRecording({ sampleRate, sounds, samples }: Recording): Click[] {
  const recorded = new Float32Array(Uint8Array.from(Buffer.from(samples, 'base64')).buffer)
  const from = sounds[0]?.frame ?? 0
  const last = sounds.at(-1)
  // findClicks shifts every click a little, so the first one needs silence before it as well.
  const leadIn = sampleRate / 10
  const padded = new Float32Array(leadIn + (last === undefined ? 0 : last.frame + last.length - from))
  let offset = 0
  for (const { frame, length } of sounds) {
    padded.set(recorded.subarray(offset, offset + length), leadIn + frame - from)
    offset += length
  }
  const start = (from - leadIn) / sampleRate
  return findClicks(padded, sampleRate).map(click => ({ ...click, time: start + click.time }))
}

export const countSilentBlocks = (page: Page) =>
  page.evaluate(() => {
    const newest = window.audioContexts.length - 1
    return window.recordedSounds.findLast(({ context }) => context === newest)?.zeroBlocks ?? Number.NaN
  })

export const audioTime = (page: Page) => page.evaluate(() => window.audioContexts.at(-1)?.currentTime ?? 0)

export async function waitForAudioTime(page: Page, time: number): Promise<void> {
  const hasReached = (time: number) => (window.audioContexts.at(-1)?.currentTime ?? 0) >= time
  await page.waitForFunction(hasReached, time, { polling: 50, timeout: (time + 60) * 1000 })
}

export async function waitForSound(page: Page): Promise<void> {
  await page.waitForFunction(() => window.recordedSounds.length > 0, undefined, { polling: 50 })
}

function recordInPage(recorder: string): void {
  window.audioContexts = []
  window.recordedSounds = []
  const inputs = new Map<unknown, GainNode>()

  const NativeAudioContext = window.AudioContext
  window.AudioContext = class extends NativeAudioContext {
    constructor(options?: AudioContextOptions) {
      super(options)
      const context = window.audioContexts.push(this) - 1
      const input = new GainNode(this)
      // Gives the recorder silence instead of no input until something sounds.
      const silence = new ConstantSourceNode(this, { offset: 0 })
      silence.connect(input)
      silence.start()
      inputs.set(this.destination, input)
      const module = URL.createObjectURL(new Blob([recorder], { type: 'text/javascript' }))
      void this.audioWorklet.addModule(module).then(() => {
        const node = new AudioWorkletNode(this, 'recorder', { numberOfOutputs: 0 })
        node.port.addEventListener('message', ({ data }) => window.recordedSounds.push({ context, ...data }))
        node.port.start()
        input.connect(node)
      })
    }
  }

  const connect = Reflect.get(AudioNode.prototype, 'connect')
  const connectWithRecorder = function (this: AudioNode, ...args: unknown[]): unknown {
    const input = inputs.get(args[0])
    if (input !== undefined) Reflect.apply(connect, this, [input])
    return Reflect.apply(connect, this, args)
  }
  Object.assign(AudioNode.prototype, { connect: connectWithRecorder })
}

function readRecordingInPage(): Recording {
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
