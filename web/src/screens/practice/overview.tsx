import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { navigate } from '#web/navigation/navigate.ts'
import type { Day } from '#core/library/day.ts'
import { sessionSummary, type PracticeSession, type RoutineStart } from '#core/practice/practice-session.ts'
import type { PracticePart } from '#core/practice/priority.ts'
import { Button } from '#web/kit/button.tsx'
import { Emphasized } from '#web/kit/emphasized.tsx'
import { EmptyState } from '#web/kit/empty-state.tsx'
import { Dock, Page } from '#web/kit/page.tsx'
import { VirtualList } from '#web/kit/list/virtual-list.tsx'
import { leftSummary } from './left-summary-later.ts'
import { partClass, PartRow } from './part-row.tsx'
import { useFocusOnMount } from './use-focus-on-mount.ts'
import { usePedal } from './use-pedal.ts'
import { useForwardKey } from './use-shortcuts.ts'
import styles from './overview.module.css'

// Height of a row with one-line names, in px.
const ROW_HEIGHT = 105

type OverviewSession = Extract<PracticeSession, { kind: 'overview' }>
type Props = {
  parts: readonly PracticePart[]
  today: Day
  session: OverviewSession
  onStart: (from: RoutineStart) => void
  onContinue: () => void
}

/**
 * Renders what to practice today, highest priority first, and the ways into the routine: where it was left, at the first
 * part not practiced today, or at any row (rules PX35, PX37).
 */
export function Overview({ parts, today, session, onStart, onContinue }: Props) {
  const { left } = session
  const { t } = useTranslation('practice')
  const heading = useFocusOnMount()
  const [pedal] = usePedal()
  const begin = left === null ? () => onStart({ kind: 'open' }) : onContinue
  useForwardKey(pedal, () => parts.length > 0 && begin())
  if (parts.length === 0) return <NothingYet />
  const count = t('parts', { count: parts.length })

  return (
    <Page title={t('title')}>
      <div className={styles.titles}>
        <h1 ref={heading} tabIndex={-1}>
          {t('title')}
        </h1>
        <p className={styles.order}>
          <Emphasized text={t('order', { parts: count })} word={count} />
        </p>
      </div>
      {sessionSummary(session).practiced > 0 && (
        <Suspense>
          <leftSummary.View session={session} />
        </Suspense>
      )}
      <VirtualList
        as="ol"
        items={parts}
        className={styles.system}
        classOf={part => partClass(part, today)}
        estimatedRow={ROW_HEIGHT}
      >
        {part => <PartRow part={part} today={today} onStart={onStart} />}
      </VirtualList>
      <Dock>
        <div className={styles.ways}>
          {left !== null && (
            <Button variant="bare" className={styles.over} onClick={() => onStart({ kind: 'top' })}>
              {t('startOver')}
            </Button>
          )}
          <Button variant="main" size="big-wide" icon="play" onClick={begin}>
            {left === null ? t('start') : t('continue', { step: left.index + 1, steps: left.queue.length })}
          </Button>
        </div>
      </Dock>
    </Page>
  )
}

function NothingYet() {
  const { t } = useTranslation('practice')
  return (
    <Page title={t('title')}>
      <EmptyState title={t('empty.title')} text={t('empty.text')}>
        <Button variant="main" size="big" icon="plus" onClick={() => navigate('/new')}>
          {t('empty.add')}
        </Button>
      </EmptyState>
    </Page>
  )
}
