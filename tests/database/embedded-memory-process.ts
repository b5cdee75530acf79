import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { disableWasmOptimizerIfLowMemory, startPGlite } from '#server/database/durable-file-system.ts'

// Run by embedded-memory.all.test.ts: uses a database as on a machine with the given bytes of memory, until the peak
// reaches a number of megabytes or five seconds have passed. Prints the peak.
const [folder = '', memory, expectedPeak] = process.argv.slice(2)
// Not maxRSS, because that includes the peak of the process that started this one.
const peakMegabytes = () =>
  Math.round(Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) / 1024)

disableWasmOptimizerIfLowMemory(Number(memory))
const pglite = await startPGlite(folder)
await pglite.exec('create temp table entry (id int primary key, part int); create index on entry (part)')
for (let id = 0; id < 2000; id += 1) {
  await pglite.query('insert into entry values ($1, $2)', [id, id % 50])
  await pglite.query('select * from entry where part = $1 limit 5', [id % 50])
}
for (let pause = 0; pause < 50 && peakMegabytes() < Number(expectedPeak); pause += 1) await sleep(100)
process.stdout.write(String(peakMegabytes()), () => process.exit(0))
