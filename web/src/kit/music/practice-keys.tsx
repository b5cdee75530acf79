import { useTranslation } from 'react-i18next'
import { stepActionFor, type Pedal, type PracticeShortcut } from '#core/practice/practice-shortcuts.ts'
import { KeyRow } from '../key-list.tsx'

/**
 * Renders the two keys of the pedal on a step, each with its second meaning, as rows of a KeyList (rule PD3). Needs the
 * texts of practice.
 *
 * @param pedal the musician's own keys, or null for the usual ones
 */
export function PedalKeys({ pedal, isTraining }: { pedal: Pedal | null; isTraining: boolean }) {
  const { t } = useTranslation('practice')
  const wordFor = (key: PracticeShortcut, isLong: boolean) =>
    t(ACTION_WORDS[stepActionFor(key, isLong, isTraining)])
  return (
    <>
      <KeyRow
        keys={pedal === null ? t('pedal.forwardKeys') : pedal.forward}
        short={wordFor('forward', false)}
        long={wordFor('forward', true)}
      />
      <KeyRow
        keys={pedal === null ? t('pedal.backwardKeys') : pedal.backward}
        short={wordFor('backward', false)}
        long={wordFor('backward', true)}
      />
    </>
  )
}

/** Renders the keys of a step that no pedal has, as rows of a KeyList (rule PD1). */
export function StepKeys() {
  const { t } = useTranslation('practice')
  return (
    <>
      <KeyRow keys={t('pedal.clickKey')} short={t(ACTION_WORDS.click)} />
      <KeyRow keys={t('pedal.tempoKeys')} short={t(ACTION_WORDS.faster)} />
    </>
  )
}

const ACTION_WORDS = {
  next: 'step.next',
  skip: 'step.skip',
  back: 'step.back',
  clean: 'trainer.clean',
  again: 'trainer.again',
  click: 'pedal.startStop',
  faster: 'pedal.oneBpm',
  slower: 'pedal.oneBpm',
} as const
