import { useTranslation } from 'react-i18next'
import { Button } from '#web/kit/button.tsx'

type Props = { isOn: boolean; isInterrupted: boolean; onStart: () => void; onStop: () => void }

/** Starts and stops the click. After a call or an alarm it resumes: browsers give the sound back only to a press. */
export function MetronomeButton({ isOn, isInterrupted, onStart, onStop }: Props) {
  const { t } = useTranslation('practice')
  if (isOn) {
    return (
      <Button variant="main" size="big" icon="stop" aria-label={t('step.stopMetronome')} onClick={onStop}>
        {t('step.stop')}
      </Button>
    )
  }
  const verb = isInterrupted ? 'resume' : 'start'
  return (
    <Button variant="main" size="big" icon="play" aria-label={t(`step.${verb}Metronome`)} onClick={onStart}>
      {t(`step.${verb}`)}
    </Button>
  )
}
