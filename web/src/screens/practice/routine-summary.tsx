import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Day } from '#core/library/day.ts'
import type { PartId } from '#core/library/piece.ts'
import type { PracticePart } from '#core/practice/priority.ts'
import { type Routine, routineTotals, type TempoGain, savedTempoChanges } from '#core/practice/routine.ts'
import { findPartsNotReached } from '#core/timed-session/timed-routine.ts'
import { FittedText } from '#web/kit/fitted-text.tsx'
import { Icon } from '#web/kit/icon.tsx'
import { TempoProgressLine } from '#web/kit/music/musical-signs.tsx'
import { VisuallyHidden } from '#web/kit/visually-hidden.tsx'
import { getCurrentLanguage } from '#web/language/language.ts'
import { markUntranslatable, PartlyTranslated } from '#web/language/partly-translated.tsx'
import { formatPartName } from './part-row.tsx'
import styles from './practice-overview.module.css'

/** Shows by how much tempos have risen so far in a paused routine (rule SE14). */
export function PausedRoutineTempoGains({ routine }: { routine: Routine }) {
  const { t } = useTranslation('practice')
  const summary = useTempoGainSummaryText(routine)
  return (
    <details className={styles.left}>
      <summary>{t('left.soFar', { summary })}</summary>
      <TempoGainList routine={routine} />
    </details>
  )
}

type TempoGainListProps = { routine: Routine; onCorrect?: (part: PartId) => void; children?: ReactNode }

/** The children are rows above those of the parts. */
export function TempoGainList({ routine, onCorrect, children }: TempoGainListProps) {
  const { t } = useTranslation('practice')
  return (
    <ul className={styles.gains} aria-label={t('finished.list')}>
      {children}
      {savedTempoChanges(routine).map(gain => (
        <li key={gain.partId} data-id={onCorrect && gain.partId}>
          {onCorrect ? (
            <button type="button" className={styles.gain} onClick={() => onCorrect(gain.partId)}>
              <GainRow gain={gain} /> <VisuallyHidden>{t('finished.correct')}</VisuallyHidden>
              <Icon name="edit" />
            </button>
          ) : (
            <div className={styles.gain}>
              <GainRow gain={gain} />
            </div>
          )}
        </li>
      ))}
    </ul>
  )
}

function GainRow({ gain }: { gain: TempoGain }) {
  const { t } = useTranslation('practice')
  const { piece, name, from, to, goal } = gain
  const gained = formatTempoGain(gain)
  return (
    <>
      <b translate="no">
        <FittedText text={piece} />
      </b>{' '}
      <strong translate={gained === null ? undefined : 'no'}>{gained ?? t('finished.heldPart')}</strong>{' '}
      <small translate="no">
        <PartlyTranslated
          emphasis
          text={t(name === null ? 'finished.way' : 'finished.wayOf', { part: name, from, to, goal })}
        />
      </small>
      <TempoProgressLine from={from / goal} share={to / goal} className={styles.line} />
    </>
  )
}

/** Formats "+6" or "−6"; null if the tempo has not changed. */
export function formatTempoGain({ from, to }: TempoGain): string | null {
  if (to === from) return null
  return to > from ? `+${to - from}` : `−${from - to}`
}

/** Formats "34 min"; from an hour on, "1.5 h". */
export function useMinutesText(minutes: number): string {
  const { t } = useTranslation('practice')
  return minutes < 60
    ? t('time.short', { minutes })
    : t('time.shortHours', { hours: Math.round(minutes / 6) / 10 })
}

/** Such as "6 bpm gained, 1 part kept its tempo"; empty if no tempo was saved. */
export function useTempoGainSummaryText(routine: Routine): string {
  const { t } = useTranslation('practice')
  const { gained, practiced, held } = routineTotals(routine)
  if (practiced === 0) return ''
  if (gained === 0) return t('summary.held', { count: held })
  return t(held === 0 ? 'summary.gained' : 'summary.gainedAndHeld', { bpm: gained, count: held })
}

type PartsNotReachedProps = {
  routine: Routine
  /** In practice order, as sortInPracticeOrder returns them. */
  parts: readonly PracticePart[]
  today: Day
}

/** Names the parts that a timed session had not reached when it was left (rule TS8). */
export function PartsNotReached({ routine, parts, today }: PartsNotReachedProps) {
  const { t } = useTranslation('practice')
  const { named, others } = shortenPartList(findPartsNotReached(routine, parts, today))
  if (named.length === 0) return null
  const more = others === 0 ? [] : [t('timed.moreParts', { count: others })]
  const list = new Intl.ListFormat(getCurrentLanguage(), { type: 'conjunction' }).format([
    ...named.map(markUntranslatable),
    ...more,
  ])
  return (
    <p className={styles.note}>
      <PartlyTranslated text={t('timed.notReached', { parts: list })} />
    </p>
  )
}

const MOST_NAMES = 3

/** Names three parts, or four if there are four, as "1 more" is not shorter. `others` counts the rest. */
export function shortenPartList(parts: readonly Pick<PracticePart, 'piece' | 'name'>[]) {
  const count = parts.length === MOST_NAMES + 1 ? parts.length : MOST_NAMES
  const named = parts.slice(0, count).map(formatPartName)
  return { named, others: parts.length - named.length }
}
