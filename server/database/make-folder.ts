import { startDurably } from './durable-file-system.ts'

// Run by prepare-folder.ts as a process of its own: creates the database in the folder that is named, and ends. When
// the server that asked for it ends first, its end of the pipe closes.
process.stdin.on('end', () => process.exit(1)).resume()

const [directory] = process.argv.slice(2)
if (directory === undefined) throw new Error('no folder was named')
const pglite = await startDurably(directory)
await pglite.close()
process.exit(0)
