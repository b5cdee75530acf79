import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { unclampedTappedTempo, addTap, type TapTimes } from '#core/music/tap-tempo.ts'
import { classNames } from '../class-names.ts'
import { useAriaKeyShortcuts } from '../shortcuts/character-keys.ts'
import styles from './tap-button.module.css'

type Props = {
  value: string
  /** Gets the tapped tempo, which may be outside the allowed 40 to 208 bpm. */
  onValue: (value: string) => void
  describedBy?: string
  size?: 'large' | 'small'
  className?: string | undefined
}

export function TapButton({ value, onValue, describedBy, size = 'large', className }: Props) {
  const { t } = useTranslation()
  const [taps, setTaps] = useState<TapTimes>([])
  const count = taps.length
  const [recorder] = useState(createTapTimesRecorder)
  const untapped = useRef(value)

  function hear(heard: TapTimes) {
    // A bounced tap, or a key that is no tap, changes nothing.
    if (heard === taps) return
    setTaps(heard)
    if (heard.length === 1) untapped.current = value
    const tempo = unclampedTappedTempo(heard)
    if (tempo !== null) onValue(String(tempo))
  }

  function takeBack(left: TapTimes) {
    if (left === taps) return
    setTaps(left)
    const tempo = unclampedTappedTempo(left)
    // Taps that turned out to be a scroll are discarded, and the previous value is restored.
    if (taps.length > 1) onValue(tempo === null ? untapped.current : String(tempo))
  }

  return (
    <button
      type="button"
      className={classNames(styles.tap, size === 'small' && styles.small, className)}
      aria-label={t('tapTempo.name')}
      aria-describedby={describedBy}
      aria-keyshortcuts={useAriaKeyShortcuts('T')}
      onPointerDown={event => hear(recorder.pointerDown(event))}
      onPointerCancel={event => takeBack(recorder.pointerCancel(event))}
      onKeyDown={event => hear(recorder.keyDown(event))}
      onKeyUp={event => recorder.keyUp(event)}
      onClick={event => hear(recorder.click(event))}
      onBlur={() => hear(recorder.reset())}
    >
      {size === 'large' && <FourDots lit={count === 0 ? 0 : ((count - 1) % 4) + 1} />}
      <span>{count === 1 ? t('tapTempo.again') : t('tapTempo.name')}</span>
    </button>
  )
}

function FourDots({ lit }: { lit: number }) {
  return (
    <span className={styles.dots} aria-hidden="true">
      {[1, 2, 3, 4].map(beat => (
        <i key={beat} className={beat <= lit ? styles.lit : undefined} />
      ))}
    </span>
  )
}

type Pointer = { timeStamp: number; button: number; pointerId: number }
type Key = { timeStamp: number; key: string; repeat: boolean; preventDefault(): void }

/** Uses the times of the events, in ms, because a busy page handles events late. */
export function createTapTimesRecorder() {
  let taps: TapTimes = []
  let newest: { pointerId: number; before: TapTimes; after: TapTimes } | null = null

  function tap(time: number) {
    taps = addTap(taps, time)
    return taps
  }

  return {
    pointerDown(event: Pointer) {
      if (event.button !== 0) return taps
      const before = taps
      newest = { pointerId: event.pointerId, before, after: tap(event.timeStamp) }
      return taps
    },
    pointerCancel({ pointerId }: { pointerId: number }) {
      // The finger scrolled instead of tapping; later taps stay.
      if (newest?.pointerId === pointerId && newest.after === taps) taps = newest.before
      return taps
    },
    keyDown(event: Key) {
      if (!isPressKey(event.key)) return taps
      // Key repeats count as one tap. Prevented, so that the page does not scroll and no form is submitted.
      event.preventDefault()
      return event.repeat ? taps : tap(event.timeStamp)
    },
    keyUp(event: Pick<Key, 'key' | 'preventDefault'>) {
      // Some browsers fire the click here even if keydown was prevented.
      if (isPressKey(event.key)) event.preventDefault()
    },
    click(event: { timeStamp: number; detail: number }) {
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
