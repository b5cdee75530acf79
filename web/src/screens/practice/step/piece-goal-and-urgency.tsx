import { useTranslation } from 'react-i18next'
import type { Importance } from '#core/library/piece.ts'
import type { Bpm } from '#core/music/tempo.ts'
import { Sentence } from '#web/language/sentence.tsx'
import { UrgencyHairpin } from '#web/kit/music/musical-signs.tsx'
import styles from './practice-step.module.css'
import parts from './step-parts.module.css'

type Props = { endTempo: Bpm; importance: Importance }

/** Renders the goal tempo and the urgency of the current piece in a practice step. */
export function PieceGoalAndUrgency({ endTempo, importance }: Props) {
  const { t } = useTranslation('practice')
  return (
    <div className={styles.meta}>
      <span>
        <Sentence emphasis text={t('step.goal', { bpm: endTempo })} />
      </span>
      <span className={parts.urgency}>
        <span>
          <Sentence emphasis text={t('step.urgency', { urgency: `${importance} / 5` })} />
        </span>
        <UrgencyHairpin importance={importance} />
      </span>
    </div>
  )
}
