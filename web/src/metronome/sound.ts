import type { ClickSound } from '#core/click-pattern.ts'
import { clickSamples, STRENGTHS } from './click.ts'

/** Whether the audio clock runs; 'interrupted' is a call or an alarm on an iPhone. */
export type SoundState = 'running' | 'suspended' | 'interrupted' | 'closed'

/** A click that was ordered and can be taken back until it sounds. */
export type OrderedClick = { cancel(): void }

/** All the metronome needs of the audio system. Times are seconds of its own clock. */
export type Sound = {
  now(): number
  state(): SoundState
  /** Orders one click at an exact time. */
  click(at: number, strength: ClickSound['strength']): OrderedClick
  /** 0 (silent) to 1, without a crackle. */
  setVolume(volume: number): void
  /** Asks for the clock to run; inside the handler of a press or key. */
  resume(): void
  suspend(): void
  /** Gives the audio system back for good; another one takes its place. */
  close(): void
  /** What a listener hears at a moment of performance.now(), which is later than it was sent. */
  heardAt(performanceTime: number): number
  onStateChange(listener: () => void): void
}

// A step in the volume is a click of its own; this long it takes to go most of the way.
const VOLUME_SECONDS = 0.01

/** The audio system of the browser; throws where there is none. One for the app's whole life. */
export function openSound(): Sound {
  // A practice room needs no game-like latency, and a small buffer drops out on busy phones.
  const context = new AudioContext({ latencyHint: 'playback' })
  const buffers = new Map(STRENGTHS.map(strength => [strength, clickBuffer(context.sampleRate, strength)]))
  const output = new GainNode(context)
  output.connect(context.destination)

  return {
    now: () => context.currentTime,
    state: () => context.state,
    click(at, strength) {
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
    setVolume(volume) {
      // As loud as it sounds to the ear: half of the slider is half as loud, not half of the samples.
      output.gain.setTargetAtTime(volume ** 2, context.currentTime, VOLUME_SECONDS)
    },
    resume() {
      // Rejected when it is not allowed now: the clock then stands still, and the metronome sees that.
      context.resume().catch(() => undefined)
    },
    suspend() {
      context.suspend().catch(() => undefined)
    },
    close() {
      context.close().catch(() => undefined)
    },
    heardAt: performanceTime => heardAt(context, performanceTime),
    onStateChange: listener => context.addEventListener('statechange', listener),
  }
}

function clickBuffer(sampleRate: number, strength: ClickSound['strength']): AudioBuffer {
  const samples = clickSamples(sampleRate, strength)
  const buffer = new AudioBuffer({ length: samples.length, sampleRate, numberOfChannels: 1 })
  buffer.copyToChannel(samples, 0)
  return buffer
}

function heardAt(context: AudioContext, performanceTime: number): number {
  const output = context.getOutputTimestamp()
  if (output.contextTime && output.performanceTime)
    return output.contextTime + (performanceTime - output.performanceTime) / 1000
  // Right after the start, and in older Safari, there is no such timestamp yet.
  const sinceNow = (performanceTime - performance.now()) / 1000
  return context.currentTime + sinceNow - (context.outputLatency || context.baseLatency || 0)
}

/** Whether this is a system that mutes pages by a switch unless they say that sound is what they are for. */
export const hasSilentSwitch = (): boolean => 'audioSession' in navigator

/**
 * The mute switch of an iPhone silences a page unless it says that sound is what it is for (Safari from 16.4), which
 * pauses what other apps play: a backing track, for one. So it is the musician's choice (rule MT15).
 */
export function playThroughSilentSwitch(isWanted: boolean): void {
  if ('audioSession' in navigator)
    Reflect.set(Object(navigator.audioSession), 'type', isWanted ? 'playback' : 'ambient')
}
