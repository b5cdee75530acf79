import { openDevice, patchFirstPiece, recordPiece } from './device-steps.ts'
import { expect, test } from '../musician.ts'

test('[SN10] a change shows on the other’s screen without a reload, with polling switched off @main', async ({
  page,
  musician,
  dacapo,
}) => {
  const phone = await musician.secondDevice()
  await phone.addInitScript(disablePolling)
  await phone.goto('/pieces')
  await expect(phone.getByText('no pieces to practice')).toBeVisible()
  await musician.signIn()
  await openDevice(page, dacapo.origin)
  await recordPiece(page, 'Clair de lune')
  await expect(phone.getByText('Clair de lune')).toBeVisible()
  await patchFirstPiece(page, { name: 'The Swan' })
  await expect(phone.getByText('The Swan')).toBeVisible()
})

/** Drops timers of 30 s and more, which are those that poll. */
function disablePolling() {
  const native = window.setTimeout.bind(window)
  const without = (work: TimerHandler, milliseconds?: number, ...rest: unknown[]) =>
    (milliseconds ?? 0) >= 30_000 ? 0 : native(work, milliseconds, ...rest)
  Object.assign(window, { setTimeout: without })
}
