import { createLazyComponent } from '#web/kit/lazy-component.tsx'

/**
 * Lazy component that renders the dialog with the metronome settings. Its code is loaded in advance, while the overview
 * of the practice screen is visible, so that the dialog opens immediately.
 */
export const lazyClickDialog = createLazyComponent(async () => ({
  default: (await import('./click-dialog.tsx')).ClickDialog,
}))
