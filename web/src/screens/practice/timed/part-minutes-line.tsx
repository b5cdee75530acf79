import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './part-minutes-line.module.css'

type Props = {
  /** Whole minutes planned for the part. */
  minutes: number
  /** Milliseconds of this time that were practiced before the component was mounted, for example before a reload. */
  spentMs: number
}

const MINUTE_MS = 60_000

/**
 * Renders the minutes planned for the current part. Announces once when these minutes are over, although the step
 * continues (rule PX47). Give it a key for each step, so that it announces again in the next step.
 */
export function PartMinutesLine({ minutes, spentMs }: Props) {
  const { t } = useTranslation('practice')
  const [isOver, setOver] = useState(false)
  const [leftMs] = useState(() => Math.max(0, minutes * MINUTE_MS - spentMs))

  useEffect(() => {
    const timer = setTimeout(() => setOver(true), leftMs)
    return () => clearTimeout(timer)
  }, [leftMs])

  return (
    <div className={styles.block}>
      {!isOver && <p>{t('step.block', { count: minutes })}</p>}
      <output>{isOver && <p>{t('step.blockOver', { count: minutes })}</p>}</output>
    </div>
  )
}
