import { setNewEpoch } from './set-new-epoch.ts'
import { runDatabaseCommand } from './run-database-command.ts'

// npm run new-epoch: after another tool than npm run restore restored a backup, before the server starts again.
await runDatabaseCommand(
  async ({ db }) => `Every device will fetch its library anew, once (epoch ${await setNewEpoch(db)}).`,
)
