import { useEffect, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '#web/kit/icon.tsx'
import type { MetronomeState } from '#web/metronome/use-metronome.ts'
import styles from './practice-step.module.css'
import parts from './step-parts.module.css'

// Most audio systems start sooner, and a message that flashes on every start would distract.
const SLOW_AFTER_MS = 400

type Props = {
  metronome: MetronomeState
  /** Shown while there is no problem. */
  children?: ReactNode
}

/**
 * Renders the reason why the metronome is silent although the user has started it: the sound is still starting, was
 * interrupted, or failed. Otherwise renders its children.
 */
export function MetronomeAlert({ metronome, children }: Props) {
  const { t } = useTranslation('practice')
  const isSlow = useIsSoundStartSlow(metronome === 'starting')
  const isWell = !isSlow && ['stopped', 'starting', 'running', 'held'].includes(metronome)
  return (
    <div className={styles.alert}>
      <output>{isSlow && <p className={parts.starting}>{t('step.starting')}</p>}</output>
      <div role="alert">
        {(metronome === 'interrupted' || metronome === 'blocked') && <Trouble text={t('step.interrupted')} />}
        {metronome === 'timed-out' && <Trouble text={t('step.timedOut')} />}
        {metronome === 'failed' && <Trouble text={t('step.silent')} />}
      </div>
      <div hidden={!isWell}>{children}</div>
    </div>
  )
}

/**
 * Returns true if starting the sound has taken longer than 400 ms, so that the screen should show a message (rule
 * MT19).
 */
function useIsSoundStartSlow(isStarting: boolean): boolean {
  const [isSlow, setSlow] = useState(false)

  useEffect(() => {
    if (!isStarting) return
    const timer = setTimeout(() => setSlow(true), SLOW_AFTER_MS)
    return () => {
      clearTimeout(timer)
      setSlow(false)
    }
  }, [isStarting])

  return isSlow
}

function Trouble({ text }: { text: string }) {
  return (
    <p className={parts.trouble}>
      <Icon name="alert" />
      {text}
    </p>
  )
}
