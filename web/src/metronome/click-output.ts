import type { ClickStrength } from '#core/music/click-pattern.ts'
import { clickSamples, CLICK_KINDS } from './click-samples.ts'
import { audioTimeHeardAt } from './audio-clock.ts'

/** All times are in seconds of the audio clock. */
export type ClickOutput = ReturnType<typeof openClickOutput>

const VOLUME_SECONDS = 0.01
// -100 dB, which is inaudible and is rounded to silence in 16 bits.
const KEEP_ALIVE_AMPLITUDE = 1e-5

/** Throws without an audio system. Close an output before opening another: browsers limit their number. */
export function openClickOutput() {
  // A practice room needs no low latency, and a small buffer drops out on busy phones.
  const context = new AudioContext({ latencyHint: 'playback' })
  const buffers = new Map(CLICK_KINDS.map(strength => [strength, clickBuffer(context.sampleRate, strength)]))
  const output = new GainNode(context)
  output.connect(context.destination)
  // WebKit stops sending while the graph is silent, and then drops the beginning of the next click (rule MT19).
  const keepAlive = new ConstantSourceNode(context, { offset: KEEP_ALIVE_AMPLITUDE })
  keepAlive.connect(context.destination)
  keepAlive.start()

  return {
    now: () => context.currentTime,
    /** 'interrupted' means that a call or an alarm on an iPhone has stopped the sound. */
    state: () => context.state,
    click(at: number, strength: ClickStrength) {
      const source = new AudioBufferSourceNode(context, { buffer: buffers.get(strength) ?? null })
      source.connect(output)
      source.start(at)
      return {
        cancel() {
          source.stop()
          source.disconnect()
        },
      }
    },
    /** `volume` is 0 to 1. It changes gradually, because an abrupt change would crackle. */
    setVolume(volume: number) {
      // Perceived loudness: half of the slider is half as loud, not half of the amplitude.
      output.gain.setTargetAtTime(volume ** 2, context.currentTime, VOLUME_SECONDS)
    },
    resume() {
      // Rejected if it is not allowed now: the clock then stays suspended, which the metronome detects.
      context.resume().catch(() => undefined)
    },
    suspend() {
      context.suspend().catch(() => undefined)
    },
    close() {
      context.close().catch(() => undefined)
    },
    heardAt: (performanceTime: number) => audioTimeHeardAt(context, performanceTime),
    onStateChange: (listener: () => void) => context.addEventListener('statechange', listener),
  }
}

function clickBuffer(sampleRate: number, strength: ClickStrength): AudioBuffer {
  const samples = clickSamples(sampleRate, strength)
  const buffer = new AudioBuffer({ length: samples.length, sampleRate, numberOfChannels: 1 })
  buffer.copyToChannel(samples, 0)
  return buffer
}

export const hasMuteSwitch = (): boolean => 'audioSession' in navigator

/** 'playback' also pauses the sound of other apps, so the user chooses whether to use it (MT14). */
export function setPlayThroughMuteSwitch(isWanted: boolean): void {
  if ('audioSession' in navigator)
    Reflect.set(Object(navigator.audioSession), 'type', isWanted ? 'playback' : 'ambient')
}
