import { useTranslation } from 'react-i18next'
import { Button } from '#web/kit/button.tsx'
import type { MetronomeState } from '#web/metronome/use-metronome.ts'

type Props = { isOn: boolean; state: MetronomeState; onStart: () => void; onStop: () => void }

/**
 * Renders the button that starts and stops the metronome. After the system has interrupted the sound, a press resumes
 * the metronome, because browsers require a press for this. After a failed start, a press tries again.
 */
export function MetronomeButton({ isOn, state, onStart, onStop }: Props) {
  const { t } = useTranslation('practice')
  if (isOn) {
    return (
      <Button variant="main" size="big" icon="stop" aria-label={t('step.stopMetronome')} onClick={onStop}>
        {t('step.stop')}
      </Button>
    )
  }
  const verb = verbFor(state)
  return (
    <Button variant="main" size="big" icon="play" aria-label={t(`step.${verb}Metronome`)} onClick={onStart}>
      {t(`step.${verb}`)}
    </Button>
  )
}

function verbFor(state: MetronomeState): 'start' | 'resume' | 'retry' {
  if (state === 'interrupted' || state === 'blocked') return 'resume'
  return state === 'timed-out' ? 'retry' : 'start'
}
