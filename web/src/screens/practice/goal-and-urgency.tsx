import { useTranslation } from 'react-i18next'
import type { Importance } from '#core/library/piece.ts'
import type { Bpm } from '#core/music/tempo.ts'
import { EmphasizedWord } from '#web/kit/emphasized.tsx'
import { Hairpin } from '#web/kit/music/hairpin.tsx'
import styles from './practice-step.module.css'
import parts from './step-parts.module.css'

type Props = { endTempo: Bpm; importance: Importance }

/** Renders the goal and the urgency of the piece in a practice step. */
export function GoalAndUrgency({ endTempo, importance }: Props) {
  const { t } = useTranslation('practice')
  return (
    <div className={styles.meta}>
      <span>
        <EmphasizedWord text={t('step.goal', { bpm: endTempo })} word={String(endTempo)} />
      </span>
      <span className={parts.urgency}>
        <span>
          <EmphasizedWord text={t('step.urgency', { importance })} word={`${importance} / 5`} />
        </span>
        <Hairpin importance={importance} />
      </span>
    </div>
  )
}
