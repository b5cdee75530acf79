import { useTranslation } from 'react-i18next'
import type { Importance } from '#core/piece.ts'
import type { Bpm } from '#core/tempo.ts'
import { Emphasized } from '#web/kit/emphasized.tsx'
import { Hairpin } from '#web/kit/hairpin.tsx'
import { Icon } from '#web/kit/icon.tsx'
import type { MetronomeState } from '#web/metronome/use-metronome.ts'
import styles from './practice-step.module.css'
import parts from './step-parts.module.css'

type Props = { endTempo: Bpm; importance: Importance; metronome: MetronomeState }

/** Goal and urgency, and above them what stopped the click, if anything did. */
export function StepMeta({ endTempo, importance, metronome }: Props) {
  const { t } = useTranslation('practice')
  return (
    <>
      <div className={styles.alert} role="alert">
        {(metronome === 'interrupted' || metronome === 'blocked') && <Trouble text={t('step.interrupted')} />}
        {metronome === 'failed' && <Trouble text={t('step.silent')} />}
      </div>
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
    </>
  )
}

function Trouble({ text }: { text: string }) {
  return (
    <p className={parts.trouble}>
      <Icon name="alert" />
      {text}
    </p>
  )
}
