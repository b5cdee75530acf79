import { useEffect, useLayoutEffect, useRef, useState, type ComponentProps, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { PartId } from '#core/library/piece.ts'
import { PartlyTranslated } from '#web/language/partly-translated.tsx'
import { classNames } from '../class-names.ts'
import { VisuallyHidden } from '../visually-hidden.tsx'
import { IconButton } from '../button.tsx'
import { useDragToReorder } from './drag-order.ts'
import styles from './piece-section-list.module.css'

type Row = { readonly id: PartId; readonly name: string; readonly tempo: string }
type Props = {
  sections: readonly Row[]
  current?: PartId | null
  returnTo?: PartId | null
  mayDelete?: boolean
  onEdit: (id: PartId) => void
  onDelete: (id: PartId) => void
  onMove: (id: PartId, to: number) => void
}

export function PieceSectionList(props: Props) {
  const { sections, current = null, returnTo = null, mayDelete = true, onEdit, onDelete, onMove } = props
  const { t } = useTranslation('pieces')
  const { t: common } = useTranslation()
  const opener = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const held = useRef<Element | null>(null)
  const [moving, setMoving] = useState<PartId | null>(null)
  const [news, setNews] = useState('')
  const order = useDragToReorder(list, move)

  useEffect(() => opener.current?.focus(), [])

  // An element that changes its place in the document loses the focus.
  useLayoutEffect(() => {
    const element = held.current
    held.current = null
    if (element instanceof HTMLElement && element !== document.activeElement) element.focus()
  })

  function move(from: number, to: number) {
    const section = sections[from]
    if (section === undefined || to < 0 || to >= sections.length) return
    held.current = document.activeElement
    onMove(section.id, to)
    setNews(t('sections.moved', { section: section.name, place: to + 1, places: sections.length }))
  }

  return (
    <>
      <ul
        ref={list}
        className={classNames(styles.rows, order.isDragging && styles.dragging)}
        aria-label={t('sections.name')}
      >
        {sections.map(({ id, name, tempo }, place) => (
          <li
            key={id}
            className={order.dragged === place ? styles.dragged : undefined}
            style={order.isDragging ? { transform: `translateY(${order.shift(place)}px)` } : undefined}
            aria-current={id === current ? 'true' : undefined}
          >
            {sections.length > 1 && (
              <SectionGrip
                section={name}
                isOpen={id === moving}
                onOpen={isOpen => setMoving(isOpen ? id : null)}
                onStep={step => move(place, place + step)}
                {...order.gripOf(place)}
              />
            )}
            <div className={styles.section} translate="no">
              <b>{name}</b>
              <span className={styles.tempo}>
                {tempo}
                {tempo !== '' && <VisuallyHidden> {common('tempo.unit')}</VisuallyHidden>}
              </span>
            </div>
            {id === moving && sections.length > 1 ? (
              <>
                <IconButton
                  icon="up"
                  label={t('sections.moveUp', { section: name })}
                  aria-disabled={place === 0}
                  onClick={() => move(place, place - 1)}
                />
                <IconButton
                  icon="down"
                  label={t('sections.moveDown', { section: name })}
                  aria-disabled={place === sections.length - 1}
                  onClick={() => move(place, place + 1)}
                />
              </>
            ) : (
              <>
                <IconButton
                  ref={id === returnTo ? opener : undefined}
                  icon="edit"
                  label={t('sections.edit', { section: name })}
                  onClick={() => onEdit(id)}
                />
                {mayDelete && (
                  <IconButton
                    icon="trash"
                    label={t('sections.delete', { section: name })}
                    onClick={() => onDelete(id)}
                  />
                )}
              </>
            )}
          </li>
        ))}
      </ul>
      <p aria-live="polite">
        <VisuallyHidden>
          <PartlyTranslated text={news} />
        </VisuallyHidden>
      </p>
    </>
  )
}

type Step = -1 | 1

type GripProps = {
  section: string
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
  onStep: (step: Step) => void
} & ComponentProps<'button'>

function SectionGrip({ section, isOpen, onOpen, onStep, ...drag }: GripProps) {
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
