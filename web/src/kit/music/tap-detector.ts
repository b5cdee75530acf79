import { addTap, type TapTimes } from '#core/music/tap-tempo.ts'

type Pointer = { timeStamp: number; button: number; pointerId: number }
type Key = { timeStamp: number; key: string; repeat: boolean; preventDefault(): void }

/**
 * Recognizes Tap Tempo taps in the pointer, key and click events of a button. All methods except `keyUp` return the
 * times of the current series of taps, in milliseconds.
 */
export type TapDetector = {
  pointerDown(event: Pointer): TapTimes
  pointerCancel(event: { pointerId: number }): TapTimes
  keyDown(event: Key): TapTimes
  keyUp(event: Pick<Key, 'key' | 'preventDefault'>): void
  click(event: { timeStamp: number; detail: number }): TapTimes
  reset(): TapTimes
}

/**
 * Creates a detector that converts the events of one button to taps. A tap's time is the timestamp of its event, so
 * that a busy page does not distort the tempo. Each finger counts, but simultaneous touches count as one tap (rule
 * TT8).
 */
export function createTapDetector(): TapDetector {
  let taps: TapTimes = []
  let newest: { pointerId: number; before: TapTimes; after: TapTimes } | null = null

  function tap(time: number) {
    taps = addTap(taps, time)
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
      // The finger scrolled instead of tapping; later taps stay.
      if (newest?.pointerId === pointerId && newest.after === taps) taps = newest.before
      return taps
    },
    keyDown(event) {
      if (!isPressKey(event.key)) return taps
      // Key repeats count as one tap. Prevented, so that the page does not scroll and no form is submitted.
      event.preventDefault()
      return event.repeat ? taps : tap(event.timeStamp)
    },
    keyUp(event) {
      // Some browsers fire the click here even if keydown was prevented.
      if (isPressKey(event.key)) event.preventDefault()
    },
    click(event) {
      // A click with a detail follows a pointer event that was counted already; a screen reader's click has none.
      return event.detail > 0 ? taps : tap(event.timeStamp)
    },
    reset() {
      taps = []
      return taps
    },
  }
}

const isPressKey = (key: string) => key === ' ' || key === 'Enter'
