import { useTranslation } from 'react-i18next'
import type { PausedRoutine } from '#core/practice/practice-session.ts'
import { formatTempoGain, tempoGains, type TempoGain } from './tempo-gains.ts'
import styles from './tempo-gain-list.module.css'

/** Renders a list with the tempo gain of each part whose tempo was saved in a practice routine. */
export function TempoGainList({ routine }: { routine: Pick<PausedRoutine, 'queue' | 'gone'> }) {
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
