import { parseArgs } from 'node:util'
import { finishRestore } from './set-new-epoch.ts'
import { runCommand, runWithDatabase } from './run-database-command.ts'

const USAGE = 'npm run new-epoch -- [--keep-sessions]'

// npm run new-epoch: after another tool than npm run restore restored a backup, before the server starts again.
await runCommand(async configuration => {
  const options = parseArguments()
  if (options === null) return { kind: 'failed', message: `Usage: ${USAGE}` }
  return runWithDatabase(configuration, async ({ db }) => {
    const epoch = await db.transaction().execute(transaction => finishRestore(transaction, options))
    const message = [
      `Every device fetches its library anew and sends again what it had saved in the last thirty days (epoch ${epoch}).`,
      options.keepSessions
        ? 'Sessions are those of the backup, also those that were ended since.'
        : 'Everybody signs in once more and keeps what is on the device.',
    ]
    return { kind: 'done', message: message.join('\n') }
  })
})

function parseArguments() {
  try {
    const { values } = parseArgs({ options: { 'keep-sessions': { type: 'boolean' } } })
    return { keepSessions: values['keep-sessions'] === true }
  } catch {
    return null
  }
}
