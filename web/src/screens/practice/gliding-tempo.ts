import type { PartId } from '#core/library/piece.ts'
import { sleep } from '#web/concurrency/waiting.ts'

/** The transition waits no longer for React, because the browser shows no new frame until then. */
const MAX_RENDER_MS = 100

/**
 * Renders the next screen. Unless motion is unsupported or unwanted, the tempo of the part glides between its
 * row in the list and its step. The rest changes at once and can be pressed (see base.css).
 *
 * @param render resolves when the screen is rendered
 */
export function renderWithGlidingTempo(partId: PartId | undefined, render: () => Promise<void>): void {
  const isStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches
  if (isStill || !('startViewTransition' in document)) return void render()
  nameTempoInList(partId)
  const glide = document.startViewTransition(async () => {
    await Promise.race([render(), sleep(MAX_RENDER_MS)])
    const arrived = nameTempoInList(partId)
    void glide.finished.then(() => arrived?.style.removeProperty('view-transition-name'))
  })
  // Another one has begun, or the window is hidden: the screen is rendered all the same.
  glide.ready.catch(() => undefined)
}

/** Gives the tempo in the part's row the transition name that it has in the step; null without a row. */
function nameTempoInList(partId: PartId | undefined): HTMLElement | null {
  const tempo = document.querySelector<HTMLElement>(`[data-id="${partId}"] [data-tempo]`)
  tempo?.style.setProperty('view-transition-name', 'tempo')
  return tempo
}
