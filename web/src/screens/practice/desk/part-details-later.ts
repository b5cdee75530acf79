import type { ComponentProps, ComponentType } from 'react'
import { lazyComponent } from '#web/kit/lazy-component.tsx'
import { loadWithTexts } from '#web/language/language.ts'
import type { PartDetails } from './part-details.tsx'

/** The details of a part beside the list. The list does without them if they cannot be loaded. */
export const partDetails = lazyComponent(() =>
  loadWithTexts(['piece', 'pieces'], async () => (await import('./part-details.tsx')).PartDetails).catch(
    (): { default: ComponentType<ComponentProps<typeof PartDetails>> } => ({ default: () => null }),
  ),
)
