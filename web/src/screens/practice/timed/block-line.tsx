import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './block-line.module.css'

type Props = {
  /** Whole minutes planned for the part. */
  minutes: number
  /** Milliseconds practiced of them before, after a reload. */
  spentMs: number
  isClicking: boolean
  onSign: (isClicking: boolean) => void
}

const MINUTE_MS = 60_000

/**
 * Renders the minutes planned for the part of a step, and says once when they are over; nothing sounds, and nothing goes
 * on by itself (rule PX47). Reports presses and the click as signs of life (rule TS11). Give it a key per step.
 */
export function BlockLine({ minutes, spentMs, isClicking, onSign }: Props) {
  const { t } = useTranslation('practice')
  const [isOver, setOver] = useState(false)
  const [leftMs] = useState(() => Math.max(0, minutes * MINUTE_MS - spentMs))
  const sign = useEffectEvent((isOn: boolean) => onSign(isOn))
  const press = useEffectEvent(() => onSign(isClicking))

  useEffect(() => {
    const timer = setTimeout(() => setOver(true), leftMs)
    return () => clearTimeout(timer)
  }, [leftMs])

  useEffect(() => sign(isClicking), [isClicking])

  useEffect(() => {
    const gone = new AbortController()
    const options = { signal: gone.signal, capture: true, passive: true }
    const pressed = () => press()
    for (const type of ['pointerdown', 'keydown']) document.addEventListener(type, pressed, options)
    return () => gone.abort()
  }, [])

  return (
    <div className={styles.block}>
      {!isOver && <p>{t('step.block', { count: minutes })}</p>}
      <output>{isOver && <p>{t('step.blockOver', { count: minutes })}</p>}</output>
    </div>
  )
}
