import { useTranslation } from 'react-i18next'
import type { Importance } from '#core/library/piece.ts'
import type { Bpm } from '#core/music/tempo.ts'
import { Emphasized } from '#web/kit/emphasized.tsx'
import { Hairpin } from '#web/kit/music/hairpin.tsx'
import { Icon } from '#web/kit/icon.tsx'
import type { MetronomeState } from '#web/metronome/use-metronome.ts'
import { useSlowStart } from './use-slow-start.ts'
import styles from './practice-step.module.css'
import parts from './step-parts.module.css'

type Props = { endTempo: Bpm; importance: Importance; metronome: MetronomeState }

/** Renders goal and urgency, and above them why the click is silent although it should run. */
export function StepMeta({ endTempo, importance, metronome }: Props) {
  const { t } = useTranslation('practice')
  const isSlow = useSlowStart(metronome === 'starting')
  return (
    <>
      <div className={styles.alert}>
        <output>{isSlow && <p className={parts.starting}>{t('step.starting')}</p>}</output>
        <div role="alert">
          {(metronome === 'interrupted' || metronome === 'blocked') && (
            <Trouble text={t('step.interrupted')} />
          )}
          {metronome === 'timed-out' && <Trouble text={t('step.timedOut')} />}
          {metronome === 'failed' && <Trouble text={t('step.silent')} />}
        </div>
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
