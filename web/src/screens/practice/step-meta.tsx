import { useTranslation } from 'react-i18next'
import type { Importance } from '#core/library/piece.ts'
import type { Bpm } from '#core/music/tempo.ts'
import { Emphasized } from '#web/kit/emphasized.tsx'
import { Hairpin } from '#web/kit/music/hairpin.tsx'
import styles from './practice-step.module.css'
import parts from './step-parts.module.css'

type Props = { endTempo: Bpm; importance: Importance }

/** Renders goal and urgency. */
export function StepMeta({ endTempo, importance }: Props) {
  const { t } = useTranslation('practice')
  return (
    <div className={styles.meta}>
      <span>
        <Emphasized text={t('step.goal', { bpm: endTempo })} word={String(endTempo)} />
      </span>
      <span className={parts.urgency}>
        <span>
          <Emphasized text={t('step.urgency', { importance })} word={`${importance} / 5`} />
        </span>
        <Hairpin importance={importance} />
      </span>
    </div>
  )
}
