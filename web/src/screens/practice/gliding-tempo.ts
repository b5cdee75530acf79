import type { PartId } from '#core/library/piece.ts'
import { sleep } from '#web/concurrency/waiting.ts'

/** The browser shows no new frame while the transition waits for React, so the wait is limited. */
const MAX_RENDER_MS = 100

/** A given part's tempo glides between its row in the list and its screen. The rest changes at once. */
export function renderInTempoViewTransition(partId: PartId | undefined, render: () => Promise<void>): void {
  const isStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches
  if (isStill || !('startViewTransition' in document)) return void render()
  let inList = findTempoInList(partId)
  if (!isCovered(inList)) inList?.style.setProperty('view-transition-name', 'tempo')
  const glide = document.startViewTransition(async () => {
    await Promise.race([render(), sleep(MAX_RENDER_MS)])
    inList = findTempoInList(partId)
    inList?.style.setProperty('view-transition-name', 'tempo')
  })
  // Only now can the browser tell whether the tempo would glide over the actions at the bottom.
  const skip = () => isCovered(inList) && glide.skipTransition()
  // Rejected if another one has begun or the window is hidden: the screen is rendered all the same.
  glide.ready.then(skip, () => undefined)
  void glide.finished.then(() => inList?.style.removeProperty('view-transition-name'))
}

const findTempoInList = (part: PartId | undefined) =>
  document.querySelector<HTMLElement>(`[data-id="${part}"] :is([data-tempo], small b)`)

function isCovered(tempo: HTMLElement | null): boolean {
  const { x, y } = tempo?.getBoundingClientRect() ?? { x: 0, y: 0 }
  return tempo?.closest('[data-id]')?.contains(document.elementFromPoint(x, y)) === false
}
