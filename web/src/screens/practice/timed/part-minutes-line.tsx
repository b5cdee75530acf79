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
 * Renders the number of minutes planned for the current part. When this time is over, shows and announces a message
 * once, but does not end the step (rule PX43). The component must have a different React key in each step, so that the
 * time starts again.
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
