import { afterTap, type Taps } from '#core/tap-tempo.ts'

type Pointer = { timeStamp: number; button: number; pointerId: number }
type Key = { timeStamp: number; key: string; repeat: boolean; preventDefault(): void }

export type TapWiring = {
  pointerDown(event: Pointer): Taps
  pointerCancel(event: { pointerId: number }): Taps
  keyDown(event: Key): Taps
  keyUp(event: Pick<Key, 'key' | 'preventDefault'>): void
  click(event: { timeStamp: number; detail: number }): Taps
  reset(): Taps
}

/**
 * Turns the events of one button into taps. The beat is where the finger lands: the pointerdown or the keydown,
 * with the event's own time, so that neither a stalled page nor a changed clock bends the tempo. Every finger counts,
 * since two of them drum faster than one; two that land together are one tap (rule TT4). Each gives the taps as they
 * are afterwards.
 */
export function tapWiring(): TapWiring {
  let taps: Taps = []
  let newest: { pointerId: number; before: Taps; after: Taps } | null = null

  function tap(time: number) {
    taps = afterTap(taps, time)
    return taps
  }

  return {
    pointerDown(event) {
      if (event.button !== 0) return taps
      const before = taps
      newest = { pointerId: event.pointerId, before, after: tap(event.timeStamp) }
      return taps
    },
    pointerCancel({ pointerId }) {
      // The finger did not tap but push the page along; what came after it stays.
      if (newest?.pointerId === pointerId && newest.after === taps) taps = newest.before
      return taps
    },
    keyDown(event) {
      if (!isPressKey(event.key)) return taps
      // A held key repeats: that is one tap. Prevented, so that the page does not scroll and no form is sent.
      event.preventDefault()
      return event.repeat ? taps : tap(event.timeStamp)
    },
    keyUp(event) {
      // Some browsers make their click here, whatever became of the keydown.
      if (isPressKey(event.key)) event.preventDefault()
    },
    click(event) {
      // One that counts its presses follows a pointer that was heard already; a screen reader's counts none.
      return event.detail > 0 ? taps : tap(event.timeStamp)
    },
    reset() {
      taps = []
      return taps
    },
  }
}

const isPressKey = (key: string) => key === ' ' || key === 'Enter'
