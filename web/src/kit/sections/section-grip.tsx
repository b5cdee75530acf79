import type { ComponentProps, KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../icon-button.tsx'
import styles from './piece-section-list.module.css'

/** One place up or down. */
type Step = -1 | 1

type GripProps = {
  section: string
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
  onStep: (step: Step) => void
} & ComponentProps<'button'>

/**
 * Renders the handle with which the user moves a section by dragging or with the arrow keys. A press shows two buttons
 * that move the section, for users who cannot drag (rule LI15).
 */
export function SectionGrip({ section, isOpen, onOpen, onStep, ...drag }: GripProps) {
  const { t } = useTranslation('pieces')

  function step(event: KeyboardEvent) {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
    event.preventDefault()
    onStep(event.key === 'ArrowUp' ? -1 : 1)
  }

  return (
    <IconButton
      {...drag}
      icon="grip"
      className={styles.grip}
      label={t('sections.move', { section })}
      aria-expanded={isOpen}
      aria-keyshortcuts="ArrowUp ArrowDown"
      onKeyDown={step}
      onClick={() => onOpen(!isOpen)}
    />
  )
}

type MoveProps = { section: string; isFirst: boolean; isLast: boolean; onStep: (step: Step) => void }

/**
 * Renders two buttons that move a section up or down. At the end of the list, a button does nothing but stays
 * focusable.
 */
export function MoveButtons({ section, isFirst, isLast, onStep }: MoveProps) {
  const { t } = useTranslation('pieces')
  return (
    <>
      <IconButton
        icon="up"
        label={t('sections.moveUp', { section })}
        aria-disabled={isFirst}
        onClick={() => onStep(-1)}
      />
      <IconButton
        icon="down"
        label={t('sections.moveDown', { section })}
        aria-disabled={isLast}
        onClick={() => onStep(1)}
      />
    </>
  )
}
