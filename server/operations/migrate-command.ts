import { runDatabaseCommand } from './run-database-command.ts'

// npm run migrate: for those who migrate before they start the new version. Opening the database does the work.
await runDatabaseCommand(async () => 'The tables are what this version needs.')
