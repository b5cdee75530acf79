import type { Page } from '@playwright/test'

declare global {
  interface Window {
    /** What reached the loudspeaker so far: the beginning of each click, in seconds of the audio clock. */
    heardClicks: number[]
    /** The audio contexts of the page, oldest first. */
    audioContexts: AudioContext[]
  }
}

// Everything below a twentieth of full scale is silence; a click is louder than that for some nine milliseconds.
const RECORDER = `registerProcessor('recorder', class extends AudioWorkletProcessor {
  lastLoud = -Infinity
  process([input]) {
    const samples = input[0] ?? []
    for (let index = 0; index < samples.length; index++) {
      if (Math.abs(samples[index]) < 0.05) continue
      const frame = currentFrame + index
      if (frame - this.lastLoud > 0.02 * sampleRate) this.port.postMessage(frame / sampleRate)
      this.lastLoud = frame
    }
    return true
  }
})`

/**
 * Hears what a page plays: whatever is connected to the loudspeaker is connected to a recorder on the audio thread
 * too. The first click after a page's first sound may be missed, because the recorder needs a moment to load.
 * The page must be opened with `bypassCSP`: the recorder is a script that the product would not let in.
 */
export async function recordSound(page: Page): Promise<void> {
  await page.addInitScript(recorder => {
    window.heardClicks = []
    window.audioContexts = []
    const entrances = new Map<unknown, GainNode>()

    const Native = window.AudioContext
    window.AudioContext = class extends Native {
      constructor(options?: AudioContextOptions) {
        super(options)
        window.audioContexts.push(this)
        const entrance = new GainNode(this)
        entrances.set(this.destination, entrance)
        const module = URL.createObjectURL(new Blob([recorder], { type: 'text/javascript' }))
        void this.audioWorklet.addModule(module).then(() => {
          const ear = new AudioWorkletNode(this, 'recorder', { numberOfOutputs: 0 })
          ear.port.addEventListener('message', ({ data }) => window.heardClicks.push(Number(data)))
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
  }, RECORDER)
}

/** The audio clock now, in seconds. */
export const audioTime = (page: Page) => page.evaluate(() => window.audioContexts[0]?.currentTime ?? 0)

/** Clicks heard so far from a moment of the audio clock on. */
export const clicksSince = (page: Page, since: number) =>
  page.evaluate(from => window.heardClicks.filter(time => time >= from), since)
