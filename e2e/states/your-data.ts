import { Buffer } from 'node:buffer'
import { closeDialog, openAccount } from './places.ts'
import { statesOfRoute } from './state.ts'
import type { Visit } from './visit.ts'

const IMPORT = 'screens/account/import-dialog.tsx'

/** The screen states of exporting and importing data. */
export const exportImportStates = statesOfRoute('/account', 'signed-in', [
  {
    name: 'account-import',
    covers: [IMPORT],
    async open(visit) {
      await openAccount(visit)
      await openImport(visit)
    },
  },
  {
    name: 'account-import-fault',
    after: 'account-import',
    covers: [IMPORT],
    async open(visit) {
      await chooseFile(visit, 'date,amount\n1,2')
      await visit.dialog.getByRole('alert').waitFor()
    },
  },
  {
    name: 'account-import-preview',
    after: 'account-import-fault',
    covers: [IMPORT],
    async open(visit) {
      const sections = ['Exposition', '01. Aug', 'Coda'].map(name => `Waldsteinsonate op. 53,${name},168,96`)
      const others = [1, 2, 3, 4, 5].map(number => `Étude d’exécution no. ${number},,138,100`)
      const wrong = ['Ab,,120,80', 'Gigue,A,300,80', 'Gigue,B,,80']
      await chooseFile(visit, ['name,section,goal,tempo', ...sections, ...others, ...wrong].join('\n'))
      await visit.see('account:import.refused')
    },
  },
  {
    name: 'account-import-done',
    after: 'account-import-preview',
    covers: [IMPORT],
    async open(visit) {
      await closeDialog(visit)
      await openImport(visit)
      await chooseFile(visit, 'name,goal,tempo\nGigue,120,80')
      await visit.dialog.getByRole('button', { name: visit.t('account:import.do'), exact: true }).click()
      await visit.dialog.getByRole('status').waitFor()
    },
  },
])

async function openImport(visit: Visit) {
  await visit.press('account:data.import')
  await visit.dialog.waitFor()
}

/** Hands the open import a file. */
const chooseFile = (visit: Visit, text: string) =>
  visit.dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'my-pieces.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
