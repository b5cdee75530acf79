import { createLazyComponent } from '#web/kit/lazy-component.tsx'

/** Lazy component of the dialog with the click settings. It is preloaded while the overview is visible. */
export const lazyClickDialog = createLazyComponent(async () => ({
  default: (await import('./click-dialog.tsx')).ClickDialog,
}))
