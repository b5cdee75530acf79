import type { ComponentProps, ComponentType } from 'react'
import { createLazyComponent } from '#web/kit/lazy-component.tsx'
import { loadWithTexts } from '#web/language/language.ts'
import type { PartDetails } from './part-details.tsx'

/**
 * Lazy component that renders the details of a part next to a list of parts on wide screens. Renders nothing if its
 * code cannot be loaded, because the list is usable without the details.
 */
export const lazyPartDetails = createLazyComponent(() =>
  loadWithTexts(['piece', 'pieces'], async () => (await import('./part-details.tsx')).PartDetails).catch(
    (): { default: ComponentType<ComponentProps<typeof PartDetails>> } => ({ default: () => null }),
  ),
)
