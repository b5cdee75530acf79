import { useTranslation } from 'react-i18next'
import { type Routine, routineSummary, type TempoGain, tempoGains } from '#core/practice/routine.ts'
import overview from './practice-overview.module.css'
import styles from './routine-finished.module.css'

/**
 * Renders a line that summarizes the tempos saved so far in a paused routine. The user can expand it to the list of
 * tempo gains (rule SE14).
 */
export function PausedRoutineSummary({ routine }: { routine: Routine }) {
  const { t } = useTranslation('practice')
  const summaryText = useRoutineSummaryText()
  return (
    <details className={overview.left}>
      <summary>{t('left.soFar', { summary: summaryText(routine) })}</summary>
      <TempoGainList routine={routine} />
    </details>
  )
}

/** Renders a list with the tempo gain of each part whose tempo was saved in a practice routine. */
export function TempoGainList({ routine }: { routine: Routine }) {
  const { t } = useTranslation('practice')
  return (
    <ul className={styles.gains} aria-label={t('finished.list')}>
      {tempoGains(routine).map(gain => (
        <GainRow key={gain.partId} gain={gain} />
      ))}
    </ul>
  )
}

function GainRow({ gain }: { gain: TempoGain }) {
  const { t } = useTranslation('practice')
  const { piece, name, from, to, goal } = gain
  const gained = formatTempoGain(gain)
  return (
    <li className={styles.gain}>
      <b translate="no">{piece}</b>{' '}
      <strong translate={gained === null ? undefined : 'no'}>{gained ?? t('finished.heldPart')}</strong>{' '}
      <small translate="no">
        {name === null
          ? t('finished.way', { from, to, goal })
          : t('finished.wayOf', { part: name, from, to, goal })}
      </small>
    </li>
  )
}

/** Formats a tempo gain in bpm with its sign, such as "+6". Returns null if the tempo has not changed. */
export function formatTempoGain({ from, to }: TempoGain): string | null {
  if (to === from) return null
  return to > from ? `+${to - from}` : `−${from - to}`
}

/**
 * Returns a function that formats the results of a practice routine as translated text, such as "6 bpm gained, 1 part
 * kept its tempo". The function returns an empty string if no tempo was saved.
 */
export function useRoutineSummaryText(): (routine: Routine) => string {
  const { t } = useTranslation('practice')

  return routine => {
    const { gained, practiced, held } = routineSummary(routine)
    if (practiced === 0) return ''
    if (gained === 0) return t('summary.held', { count: held })
    if (held === 0) return t('summary.gained', { bpm: gained })
    return t('summary.gainedAndHeld', { bpm: gained, count: held })
  }
}
