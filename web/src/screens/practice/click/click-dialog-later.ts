import { later } from '#web/kit/later.tsx'

/** The dialog of the click, fetched while the day's order is being read. */
export const clickDialog = later(async () => ({ default: (await import('./click-dialog.tsx')).ClickDialog }))
