import { Buffer } from 'node:buffer'
import { readFile, truncate, writeFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { button, deletePieceOnScreen } from '../controls.ts'
import type { PieceToFill } from '../pieces/filled-library.ts'
import { holdRequests } from '../hold-requests.ts'
import { expect, test } from '../musician.ts'
import { SYNC_URL } from '../states/trouble.ts'

test.use({ expectedFaults: [/Failed to load resource: net::ERR_/] })

const dialog = (page: Page) => page.getByRole('dialog', { name: 'import' })
const dialogButton = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true })
const aPiece = (name: string): PieceToFill => ({ name, importance: 3, endTempo: 120, parts: [[null, 80]] })

async function exportFile(page: Page, name: string) {
  const download = page.waitForEvent('download')
  await button(page, name).click()
  const file = await download
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') }
}

async function chooseFile(page: Page, name: string, content: string | Uint8Array) {
  if (!(await dialog(page).isVisible())) await button(page, 'Import…').click()
  const file = { name, mimeType: 'application/octet-stream', buffer: Buffer.from(content) }
  await dialog(page).locator('input[type=file]').setInputFiles(file)
}

test('[EX9][EX11] everything comes as JSON and as a table, and a piece that was deleted comes back from it, once; an import waits for the library and needs no connection, an export does @main', async ({
  page,
  context,
  musician,
}) => {
  await musician.signIn()
  await musician.fillLibrary([aPiece('Clair de lune'), aPiece('The Swan')])

  await test.step('a file that is chosen before the library has come waits for it', async () => {
    const release = await holdRequests(page, SYNC_URL)
    await page.goto('/account')
    await chooseFile(page, 'list.csv', 'name,goal,tempo\nThe Swan,120,80')
    await expect(dialog(page).getByText('Sight-reading your file')).toBeVisible()
    release()
    await expect(dialog(page)).toContainText('Nothing in this file is new to you')
    await page.unroute(SYNC_URL)
    await dialogButton(page, 'Done').click()
  })
  await musician.fillHistory([{ daysAgo: 2, piece: 'The Swan', tempo: 84 }])

  const { name, text } = await exportFile(page, 'Export as JSON')
  expect(name).toMatch(/^dacapo-\d{4}-\d\d-\d\d\.json$/)
  expect(JSON.parse(text)).toMatchObject({ format: 'dacapo-export', profile: { email: musician.email } })
  const csv = await exportFile(page, 'Export as CSV')
  expect(csv.name).toMatch(/^dacapo-\d{4}-\d\d-\d\d\.csv$/)
  expect(csv.text).toContain(',Clair de lune,')

  await page.getByRole('link', { name: 'Pieces' }).click()
  await deletePieceOnScreen(page, 'The Swan')
  await page.getByRole('link', { name: 'Account' }).click()
  await expect(page.getByText('1 of 4')).toBeVisible()
  await chooseFile(page, 'dacapo.json', text)
  await expect(dialog(page)).toContainText('One piece was deleted here and comes back')
  await dialogButton(page, 'Import').click()
  await expect(dialog(page)).toContainText('Added: 1 piece')
  await dialogButton(page, 'Done').click()
  await expect(page.getByText('2 of 4')).toBeVisible()
  await chooseFile(page, 'dacapo.json', text)
  await expect(dialog(page)).toContainText('Nothing in this file is new to you')
  await dialogButton(page, 'Done').click()
  // The server has the restored piece, too, with its history.
  const other = await musician.secondDevice()
  await other.goto('/pieces')
  await other.getByRole('link', { name: 'The Swan', exact: true }).click()
  await button(other, 'Entries, The Swan').click()
  await expect(other.getByRole('listitem').filter({ hasText: '84' })).toHaveCount(1)

  await test.step('an import works without a connection; an export says that it needs one, and what it would miss', async () => {
    const unsyncedNotice = page.getByText('One change on this device has not reached the server yet')
    await context.setOffline(true)
    await chooseFile(page, 'list.csv', 'name,goal,tempo\nGigue,120,80')
    await dialogButton(page, 'Import').click()
    await expect(dialog(page)).toContainText('Added: 1 piece.')
    await dialogButton(page, 'Done').click()
    await expect(unsyncedNotice).toBeVisible()
    await button(page, 'Export as JSON').click()
    await expect(page.getByRole('alert')).toContainText('needs a connection')
    await context.setOffline(false)
    await expect(unsyncedNotice).toBeHidden()
    expect(JSON.parse((await exportFile(page, 'Export as JSON')).text)).toMatchObject({
      pieces: expect.arrayContaining([expect.objectContaining({ name: 'Gigue' })]),
    })
  })
})

test('[EX7][EX9] a file that is none of ours says so; a list shows what comes, what is wrong in which line and what Free does not hold', async ({
  page,
  musician,
}, testInfo) => {
  await musician.signIn()
  await page.goto('/account')
  await chooseFile(page, 'empty.csv', '')
  await expect(dialog(page).getByRole('alert')).toContainText('This file is empty')
  // A file on disk, because passing 32 MB to the browser as a buffer is slow.
  const large = testInfo.outputPath('large.csv')
  await writeFile(large, '')
  await truncate(large, 32 * 1024 * 1024 + 1)
  await dialog(page).locator('input[type=file]').setInputFiles(large)
  await expect(dialog(page).getByRole('alert')).toContainText('too large')

  const lines = [
    'Stück;Abschnitt;Zieltempo;Tempo;Dringlichkeit',
    'Prélude;;120;80;5',
    'Ab;;120;80;1',
    'Gigue;;300;80;',
    ...[1, 2, 3, 4].map(number => `Étude ${number};${number === 1 ? '01. Aug' : ''};100;60;`),
  ]
  await chooseFile(page, 'liste.csv', Buffer.from(lines.join('\r\n'), 'latin1'))
  await expect(dialog(page)).toContainText('4 pieces')
  await expect(dialog(page)).toContainText('Prélude')
  await expect(dialog(page)).toContainText('Line 3, Ab: the name needs at least 3 characters.')
  await expect(dialog(page)).toContainText('Line 4, 300: the goal must be a whole number from 40 to 208.')
  await expect(dialog(page)).toContainText('Too much for the Free plan')
  await expect(dialog(page)).toContainText('Étude 4')
  await dialogButton(page, 'Upgrade').click()
  await page.getByRole('dialog', { name: 'oh no' }).getByRole('button', { name: 'Close' }).click()
  await dialogButton(page, 'Import').click()
  await expect(dialog(page)).toContainText('Added: 4 pieces and 1 section.')
  await page.keyboard.press('Escape')
  await expect(page.getByText('4 of 4')).toBeVisible()
  await expect(button(page, 'Import…')).toBeFocused()
})
