import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Day } from '#core/library/day.ts'
import type { PartId } from '#core/library/piece.ts'
import type { PracticePart } from '#core/practice/priority.ts'
import {
  type Routine,
  routineTempoTotals,
  type TempoGain,
  savedTempoChanges,
} from '#core/practice/routine.ts'
import { findPartsNotReached } from '#core/timed-session/timed-routine.ts'
import { FittedText } from '#web/kit/fitted-text.tsx'
import { Icon } from '#web/kit/icon.tsx'
import { TempoShareOfGoalLine } from '#web/kit/music/musical-signs.tsx'
import { VisuallyHidden } from '#web/kit/visually-hidden.tsx'
import { getCurrentLanguage } from '#web/language/language.ts'
import { markUntranslatable, PartlyTranslated } from '#web/language/partly-translated.tsx'
import { formatPartName } from './part-row.tsx'
import styles from './practice-overview.module.css'

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
      <TempoShareOfGoalLine from={from / goal} share={to / goal} className={styles.line} />
    </>
  )
}

export function formatTempoGain({ from, to }: TempoGain): string | null {
  if (to === from) return null
  return to > from ? `+${to - from}` : `−${from - to}`
}

export function useMinutesText(minutes: number): string {
  const { t } = useTranslation('practice')
  return minutes < 60
    ? t('time.short', { minutes })
    : t('time.shortHours', { hours: Math.round(minutes / 6) / 10 })
}

export function useTempoGainSummaryText(routine: Routine): string {
  const { t } = useTranslation('practice')
  const { gained, practiced, held } = routineTempoTotals(routine)
  if (practiced === 0) return ''
  if (gained === 0) return t('summary.held', { count: held })
  return t(held === 0 ? 'summary.gained' : 'summary.gainedAndHeld', { bpm: gained, count: held })
}

type PartsNotReachedProps = {
  routine: Routine
  parts: readonly PracticePart[]
  today: Day
}

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

/** Names three parts, or four if there are four, because "1 more" is not shorter than a name. */
export function shortenPartList(parts: readonly Pick<PracticePart, 'piece' | 'name'>[]) {
  const count = parts.length === MOST_NAMES + 1 ? parts.length : MOST_NAMES
  const named = parts.slice(0, count).map(formatPartName)
  return { named, others: parts.length - named.length }
}
