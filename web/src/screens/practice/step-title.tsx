import { useEffect, useEffectEvent, useRef } from 'react'
import type { PartId } from '#core/piece.ts'
import { useToastsBelow } from './use-toasts-below.ts'
import styles from './practice-step.module.css'

type Props = { partId: PartId; piece: string; part: string | null }

/**
 * What is on the stand. With each step the focus goes to the name of the piece, which a screen reader then says; its
 * part is said after it. So keys and pedals act, whatever was pressed before (rule PD5). Toasts hang below it.
 */
export function StepTitle({ partId, piece, part }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  const title = useRef<HTMLDivElement>(null)
  useToastsBelow(title)

  const arrive = useEffectEvent((_at: PartId) => {
    heading.current?.focus({ preventScroll: true })
    window.scrollTo(0, 0)
  })
  useEffect(() => arrive(partId), [partId])

  return (
    <div ref={title} className={styles.title}>
      <h1 ref={heading} tabIndex={-1}>
        {piece}
      </h1>
      <p aria-live="polite">{part}</p>
    </div>
  )
}
