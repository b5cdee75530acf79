import { useId, useLayoutEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { unclampedTappedTempo } from '#core/music/tap-tempo.ts'
import { MAX_GOAL_BPM, MIN_BPM, parseGoalBpm, type Bpm } from '#core/music/tempo.ts'
import { classNames } from '../class-names.ts'
import { fieldDescriptionId, FieldErrorOrHint } from '../fields/field.tsx'
import { createTapTimesRecorder } from './tap-button.tsx'
import { tempoInputProps } from './tempo-field.tsx'
import { findTempoFault, isFaultUnfixableByTyping, parseTypedTempo, type TempoFault } from './tempo-rules.ts'
import styles from './editable-tempo-number.module.css'

/** Two taps set no tempo: the first may open the field, and the second may place the cursor in it. */
const MIN_TAPS = 3

export function EditableTempoNumber({ tempo, onTempo }: { tempo: Bpm; onTempo: (tempo: Bpm) => void }) {
  const { t } = useTranslation()
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState<string | null>(null)
  /** Leaving the field with its initial text sets nothing, because `tempo` may have changed meanwhile. */
  const [initialText, setInitialText] = useState<string | null>(null)
  const [rejected, setRejected] = useState<{ fault: TempoFault; tempo: Bpm } | null>(null)
  const [recorder] = useState(createTapTimesRecorder)
  const isTapping = useRef(false)
  const isOpen = typed !== null
  if (rejected !== null && rejected.tempo !== tempo) setRejected(null)

  useLayoutEffect(() => {
    if (!isOpen) return
    input.current?.focus({ preventScroll: true })
    input.current?.select()
  }, [isOpen])

  function edit(next: string | null) {
    setTyped(next)
    setRejected(null)
  }

  function open() {
    setInitialText(String(tempo))
    edit(String(tempo))
  }

  function type(next: string) {
    setInitialText(null)
    recorder.reset()
    edit(next)
  }

  function tap(event: PointerEvent) {
    const taps = recorder.pointerDown(event)
    const tapped = taps.length < MIN_TAPS ? null : parseGoalBpm(unclampedTappedTempo(taps))
    isTapping.current = tapped !== null
    if (tapped === null) return
    edit(null)
    onTempo(tapped)
  }

  function take(value: string): boolean {
    if (value === initialText) return true
    const fault = findTempoFault(value, tempo)
    if (fault !== null) setRejected({ fault, tempo })
    const next = parseTypedTempo(value, tempo)
    if (next !== null && next !== tempo) onTempo(next)
    return fault === null
  }

  function leave(value: string) {
    edit(null)
    take(value)
  }

  function press(event: KeyboardEvent<HTMLInputElement>) {
    spinbutton.onKeyDown(event)
    const { key, currentTarget, nativeEvent } = event
    if ((key !== 'Enter' && key !== 'Escape') || nativeEvent.isComposing) return
    event.preventDefault()
    if (key === 'Enter' && !take(currentTarget.value)) return
    // The field is gone before it could lose the focus, which would take what Escape gives up.
    flushSync(() => edit(null))
    button.current?.focus({ preventScroll: true })
  }

  const spinbutton = tempoInputProps(typed ?? '', type, Math.max(MAX_GOAL_BPM, tempo))
  const taps = {
    onPointerDown: tap,
    onPointerCancel: (event: PointerEvent) => void recorder.pointerCancel(event),
  }
  const fault = typed === null ? null : findTempoFault(typed, tempo)
  const isHopeless = fault !== null && isFaultUnfixableByTyping(fault)
  const shown = isHopeless ? fault : (rejected?.fault ?? null)
  const error = shown === null ? undefined : t(`field.${shown}`)
  const hint = isOpen ? t('tempo.typeOrTap', { slowest: MIN_BPM, fastest: MAX_GOAL_BPM }) : undefined

  return (
    <div className={classNames(styles.tempo, (typed ?? String(tempo)).length > 2 && styles.wide)}>
      <p translate="no">
        <button
          ref={button}
          type="button"
          aria-label={t('tempo.type', { bpm: tempo })}
          {...taps}
          // A click without a pointer comes from a key or a screen reader.
          onClick={({ detail }) => (detail === 0 || !isTapping.current) && open()}
        >
          {tempo} <small>{t('tempo.unit')}</small>
        </button>
        {isOpen && (
          <input
            {...spinbutton}
            {...taps}
            ref={input}
            aria-label={t('tempo.name')}
            aria-invalid={error !== undefined}
            aria-describedby={fieldDescriptionId(id, error, hint)}
            onKeyDown={press}
            onBlur={({ target }) => leave(target.value)}
          />
        )}
      </p>
      <FieldErrorOrHint id={id} error={error} hint={hint} className={styles.notes} />
    </div>
  )
}
