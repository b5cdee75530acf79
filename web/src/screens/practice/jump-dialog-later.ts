import { lazyComponent } from '#web/kit/lazy-component.tsx'

/** The list of a routine's parts, preloaded while the overview is shown. */
export const jumpDialog = lazyComponent(async () => ({
  default: (await import('./jump-dialog.tsx')).JumpDialog,
}))
