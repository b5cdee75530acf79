import { createLazyComponent } from '#web/kit/lazy-component.tsx'

/** Lazy component of the click dialog. It is preloaded while the overview is shown. */
export const lazyClickDialog = createLazyComponent(async () => ({
  default: (await import('./click-dialog.tsx')).ClickDialog,
}))
