import { lazyComponent } from '#web/kit/lazy-component.tsx'

/** The click dialog, preloaded while the overview is shown. */
export const clickDialog = lazyComponent(async () => ({
  default: (await import('./click-dialog.tsx')).ClickDialog,
}))
