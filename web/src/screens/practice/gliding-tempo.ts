import type { PartId } from '#core/library/piece.ts'
import { sleep } from '#web/concurrency/waiting.ts'

/** React renders a step whose code is loaded sooner; until then the browser shows no frame. */
const MAX_RENDER_MS = 100

/**
 * Renders the next screen. Where the browser has view transitions and motion is welcome, the tempo of the part glides
 * from its row in the list to its step, and back. All else changes at once and can be pressed (see base.css).
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

/** As in the step; null if the part has no row. */
function nameTempoInList(partId: PartId | undefined): HTMLElement | null {
  const tempo = document.querySelector<HTMLElement>(`[data-id="${partId}"] [data-tempo]`)
  tempo?.style.setProperty('view-transition-name', 'tempo')
  return tempo
}
