import type { Bpm } from '#core/tempo.ts'

export type MetronomeState =
  | 'stopped'
  | 'starting'
  | 'running'
  | 'held'
  | 'interrupted'
  | 'blocked'
  | 'failed'

export type MetronomeControl = {
  readonly state: MetronomeState
  /** Inside the handler of a press or key: browsers let nothing else begin a sound. */
  start(bpm: Bpm): void
  stop(): void
  setTempo(bpm: Bpm): void
  /** Silent while a slider is dragged … */
  hold(): void
  /** … and from beat 1 again afterwards, if it was running before. */
  release(): void
  /** Which beat of the cycle of four is heard now, 0 to 3; null while it is silent. */
  readonly beat: number | null
}

export function useMetronome(): MetronomeControl {
  const nothing = () => undefined
  return {
    state: 'stopped',
    start: nothing,
    stop: nothing,
    setTempo: nothing,
    hold: nothing,
    release: nothing,
    beat: null,
  }
}
