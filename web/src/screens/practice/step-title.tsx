import { useEffect, useEffectEvent, useRef } from 'react'
import type { PartId } from '#core/library/piece.ts'
import { useToastPosition } from './use-toast-position.ts'
import styles from './practice-step.module.css'

type Props = { partId: PartId; piece: string; part: string | null }

/**
 * Renders the piece and part being practiced. Each step moves the focus to the piece's name, which a screen reader
 * announces, followed by the part. So keys and pedals work, whatever was pressed before (rule PD5). Toasts appear below
 * it.
 */
export function StepTitle({ partId, piece, part }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  const title = useRef<HTMLDivElement>(null)
  useToastPosition(title)

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
