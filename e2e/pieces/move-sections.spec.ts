import type { Page } from '@playwright/test'
import { button, listEntry } from '../controls.ts'
import { expect, test } from '../musician.ts'

const rows = (page: Page) => page.getByRole('list', { name: 'sections' }).getByRole('listitem')
const [ANDANTE, BARS, EN_ANIMANT] = [/^Andante/, /^bars 27/, /^En animant/]

async function dragWithoutDrop(page: Page, section: string, to: number) {
  const handle = button(page, `Move ${section}`)
  // hover() waits until the handle stops moving; a press at its old position would drag another row, or none.
  await handle.hover()
  const [grip, row] = [await handle.boundingBox(), await rows(page).nth(to).boundingBox()]
  if (grip === null || row === null) throw new Error('nothing to drag')
  await page.mouse.down()
  await page.mouse.move(grip.x, row.y + (to === 0 ? 2 : row.height - 2), { steps: 8 })
}

test('[LI15] a section is moved by buttons, by keys and by dragging, which Escape takes back; the place is told, and another device shows the order', async ({
  page,
  musician,
}) => {
  await musician.signIn()
  await musician.fillLibrary()
  await page.goto('/pieces')
  await page.getByRole('link', { name: 'Edit Clair de lune' }).click()
  await expect(rows(page)).toHaveText([ANDANTE, BARS, EN_ANIMANT])

  await test.step('the grip, pressed, gives way to buttons, which keep the focus at the end, too', async () => {
    await button(page, 'Move bars 27–36').click()
    await expect(button(page, 'Edit bars 27–36')).toBeHidden()
    const down = button(page, 'Move bars 27–36 down')
    await down.click()
    await expect(down).toBeFocused()
    await expect(down).toHaveAttribute('aria-disabled', 'true')
    await expect(rows(page)).toHaveText([ANDANTE, EN_ANIMANT, BARS])
    await button(page, 'Move bars 27–36').click()
    await expect(button(page, 'Edit bars 27–36')).toBeVisible()
  })

  await test.step('arrow keys move it, and the place is told', async () => {
    const grip = button(page, 'Move En animant')
    await grip.press('ArrowUp')
    await expect(grip).toBeFocused()
    await expect(rows(page)).toHaveText([EN_ANIMANT, ANDANTE, BARS])
    await expect(page.getByText('En animant, now 1 of 3')).toBeAttached()
  })

  await test.step('what is dragged stays where it was let go; Escape puts it back', async () => {
    // Selected text must not be dragged instead.
    await page.keyboard.press('ControlOrMeta+a')
    await dragWithoutDrop(page, 'Andante très expressif', 2)
    await page.keyboard.press('Escape')
    await page.mouse.up()
    await expect(rows(page)).toHaveText([EN_ANIMANT, ANDANTE, BARS])
    await dragWithoutDrop(page, 'Andante très expressif', 2)
    await page.mouse.up()
    await expect(rows(page)).toHaveText([EN_ANIMANT, BARS, ANDANTE])
    await expect(button(page, 'Move Andante très expressif')).toHaveAttribute('aria-expanded', 'false')
    await dragWithoutDrop(page, 'bars 27–36', 0)
    await page.mouse.up()
    await expect(rows(page)).toHaveText([BARS, EN_ANIMANT, ANDANTE])
  })

  await button(page, 'Save').click()
  await expect(listEntry(page, 'Clair de lune')).toBeVisible()
  const other = await musician.secondDevice()
  await other.goto('/pieces')
  await other.getByRole('link', { name: 'Edit Clair de lune' }).click()
  await expect(rows(other)).toHaveText([BARS, EN_ANIMANT, ANDANTE])
})
