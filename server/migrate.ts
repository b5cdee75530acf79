import { withDatabase } from './operations/with-database.ts'

// npm run migrate: for those who migrate before they start the new version. Opening the database does the work.
await withDatabase(async () => 'The tables are what this version needs.')
