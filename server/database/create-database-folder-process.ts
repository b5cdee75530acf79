import { startPGlite } from './durable-file-system.ts'

// data-folder.ts runs this as a separate process. It creates the database in the given folder and exits. If
// the server exits first, the closed pipe ends this process, too.
process.stdin.on('end', () => process.exit(1)).resume()

const [directory] = process.argv.slice(2)
if (directory === undefined) throw new Error('no folder was named')
try {
  const pglite = await startPGlite(directory)
  await pglite.close()
  process.exit(0)
} catch (error) {
  // Emscripten throws file errors without a message, as { errno: 51 }.
  process.stderr.write(error instanceof Error ? error.message : JSON.stringify(error))
  process.exit(1)
}
