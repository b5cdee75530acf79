import { afterTap, type Taps } from '#core/tap-tempo.ts'

type Pointer = { timeStamp: number; button: number }
type Key = { timeStamp: number; key: string; repeat: boolean; preventDefault(): void }

export type TapWiring = {
  pointerDown(event: Pointer): Taps
  keyDown(event: Key): Taps
  click(event: { timeStamp: number }): Taps
  reset(): Taps
}

/**
 * Turns the events of one button into taps. The beat is where the finger lands: the pointerdown or the keydown,
 * with the event's own time, so that neither a stalled page nor a changed clock bends the tempo. A click counts
 * only when neither came before it, as from a screen reader. Each gives the taps as they are afterwards.
 */
export function tapWiring(): TapWiring {
  let taps: Taps = []
  let clickIsEcho = false

  function tap(time: number) {
    taps = afterTap(taps, time)
    return taps
  }

  return {
    pointerDown(event) {
      if (event.button !== 0) return taps
      clickIsEcho = true
      return tap(event.timeStamp)
    },
    keyDown(event) {
      if (event.key !== ' ' && event.key !== 'Enter') return taps
      // A held key repeats: that is one tap. Prevented, so that the page does not scroll and no form is sent.
      event.preventDefault()
      if (event.repeat) return taps
      clickIsEcho = event.key === ' '
      return tap(event.timeStamp)
    },
    click(event) {
      if (!clickIsEcho) return tap(event.timeStamp)
      clickIsEcho = false
      return taps
    },
    reset() {
      taps = []
      return taps
    },
  }
}
