import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { disableWasmOptimizerIfLowMemory, startPGlite } from '#server/database/durable-file-system.ts'

// embedded-memory.all.test.ts runs this as a separate process: it works with the database in a folder as on a machine
// with the given bytes of memory, until `enough` megabytes were in use at once or five seconds have passed, and prints
// how many were.
const [folder = '', memory, enough] = process.argv.slice(2)
// The system's own figure for a process, maxRSS, begins with that of the process that started it.
const peakMegabytes = () =>
  Math.round(Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) / 1024)

disableWasmOptimizerIfLowMemory(Number(memory))
const pglite = await startPGlite(folder)
await pglite.exec('create temp table entry (id int primary key, part int); create index on entry (part)')
for (let id = 0; id < 2000; id += 1) {
  await pglite.query('insert into entry values ($1, $2)', [id, id % 50])
  await pglite.query('select * from entry where part = $1 limit 5', [id % 50])
}
for (let pause = 0; pause < 50 && peakMegabytes() < Number(enough); pause += 1) await sleep(100)
process.stdout.write(String(peakMegabytes()), () => process.exit(0))
