import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react'
import type { PartId, PieceId } from '#core/library/piece.ts'
import { useToastsBelowElement } from '../use-toasts-below-element.ts'
import styles from './practice-step.module.css'

type Props = { partId: PartId | PieceId; piece: string; part: ReactNode }

/**
 * Renders the names of the current piece and part in a practice step. Each new step moves the focus to this heading, so
 * that screen readers announce it and keys and pedals work (rule PD5).
 */
export function StepTitle({ partId, piece, part }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  const title = useRef<HTMLDivElement>(null)
  useToastsBelowElement(title)

  const arrive = useEffectEvent((_at: PartId | PieceId) => {
    heading.current?.focus({ preventScroll: true })
    window.scrollTo(0, 0)
  })
  useEffect(() => arrive(partId), [partId])

  return (
    <div ref={title} className={styles.title}>
      <h1 ref={heading} tabIndex={-1} translate="no">
        {piece}
      </h1>
      <p aria-live="polite">{part}</p>
    </div>
  )
}
