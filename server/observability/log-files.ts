import { closeSync, mkdirSync, openSync, readdirSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { DestinationStream } from 'pino'
import { RETENTION_PERIODS } from '#core/library/retention.ts'

const DAY = 86_400_000
const HOUR = DAY / 24
const NAME = /^(\d{4}-\d{2}-\d{2})\.jsonl$/

/** Returns the log file of a UTC day. */
const fileOf = (now: number) => `${new Date(now).toISOString().slice(0, 10)}.jsonl`

/**
 * Creates a log stream that appends each line synchronously to the file of the current UTC day in `folder`. Creates the
 * folder if it is missing. If a write fails, the line goes to standard error instead, because a full disk must not stop
 * the server.
 */
export function createLogFileStream(folder: string, now: () => number): DestinationStream {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  let open: { name: string; file: number } | null = null
  return {
    write(line) {
      try {
        const name = fileOf(now())
        if (open?.name !== name) {
          if (open !== null) closeSync(open.file)
          open = null
          open = { name, file: openSync(join(folder, name), 'a', 0o600) }
        }
        writeSync(open.file, line)
      } catch {
        process.stderr.write(line)
      }
    },
  }
}

/**
 * Deletes log files older than 30 days (rule LG5, spec 9). Leaves other files in the folder alone. This is not a
 * scheduled job, because every server must delete the files on its own disk.
 */
export function deleteOldLogFiles(folder: string, now: number): void {
  const oldest = fileOf(now - RETENTION_PERIODS.logDays * DAY)
  for (const name of readdirSync(folder)) {
    if (NAME.test(name) && name < oldest) rmSync(join(folder, name))
  }
}

/**
 * Deletes log files older than 30 days at once and then every hour, until the returned `stop` is called. Calls
 * `onFault` with the error if a deletion fails.
 */
export function startLogCleanup(folder: string, now: () => number, onFault: (error: unknown) => void) {
  const clean = () => {
    try {
      deleteOldLogFiles(folder, now())
    } catch (error) {
      onFault(error)
    }
  }
  clean()
  const timer = setInterval(clean, HOUR).unref()
  return { stop: () => clearInterval(timer) }
}
