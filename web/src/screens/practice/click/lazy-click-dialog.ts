import { createLazyComponent } from '#web/kit/lazy-component.tsx'

/**
 * Lazy component of the dialog with the click settings. Its code is loaded while the overview is visible, so that the
 * dialog opens at once.
 */
export const lazyClickDialog = createLazyComponent(async () => ({
  default: (await import('./click-dialog.tsx')).ClickDialog,
}))
