import { useTranslation } from 'react-i18next'
import { Button } from '#web/kit/button.tsx'
import { classNames } from '#web/kit/class-names.ts'
import type { MetronomeControl } from '#web/metronome/use-metronome.ts'
import { MetronomeButton } from './metronome-button.tsx'
import step from './practice-step.module.css'
import styles from './step-play-controls.module.css'

type Props = {
  metronome: MetronomeControl
  /** Whether the tempo trainer is on. Its two answer buttons then replace the buttons that change the tempo. */
  isTraining: boolean
  onStart: () => void
  onStep: (bpm: number) => void
  onClean: () => void
  onAgain: () => void
}

/**
 * Renders the controls that the user needs while playing: the metronome button, and buttons that change the tempo.
 * While the tempo trainer (which raises the tempo step by step) is on, the buttons "Again" and "Clean", which rate
 * the last try, replace the tempo buttons.
 */
export function StepPlayControls({ metronome, isTraining, onStart, onStep, onClean, onAgain }: Props) {
  const { t } = useTranslation('practice')
  const { t: common } = useTranslation()
  const click = (
    <MetronomeButton
      isOn={metronome.isClicking}
      state={metronome.state}
      onStart={onStart}
      onStop={metronome.stop}
    />
  )
  if (isTraining) {
    return (
      <div className={classNames(step.play, styles.buttons, styles.training)}>
        <Button size="big" onClick={onAgain}>
          {t('trainer.again')}
        </Button>
        {click}
        <Button size="big" onClick={onClean}>
          {t('trainer.clean')}
        </Button>
      </div>
    )
  }
  return (
    <div className={classNames(step.play, styles.buttons)}>
      <Button size="big" translate="no" aria-label={t('step.fiveLess')} onClick={() => onStep(-5)}>
        −5
      </Button>
      <Button size="big" icon="minus" aria-label={common('tempo.less')} onClick={() => onStep(-1)} />
      {click}
      <Button size="big" icon="plus" aria-label={common('tempo.more')} onClick={() => onStep(1)} />
      <Button size="big" translate="no" aria-label={t('step.fiveMore')} onClick={() => onStep(5)}>
        +5
      </Button>
    </div>
  )
}
