import { closeSync, mkdirSync, openSync, readdirSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { DestinationStream } from 'pino'
import { LIFETIMES } from '#core/lifetimes.ts'

const DAY = 86_400_000
const HOUR = DAY / 24
const NAME = /^(\d{4}-\d{2}-\d{2})\.jsonl$/

/** The file of a day, by the clock of Greenwich, so that it has 24 hours everywhere. */
const fileOf = (now: number) => `${new Date(now).toISOString().slice(0, 10)}.jsonl`

/**
 * Writes log lines into one file per day. A line is on its way to the disk when `write` returns; where that is not
 * possible it goes to standard error: a full disk must not end the server.
 */
export function logFiles(folder: string, now: () => number): DestinationStream {
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
 * Deletes the files of days that lie more than 30 days back (rule LG5, spec 9). Other files in the folder are none of
 * ours. Every server does this for its own disk, which is why it is no job that one of them does for all.
 */
export function deleteOldLogs(folder: string, now: number): void {
  const oldest = fileOf(now - LIFETIMES.logDays * DAY)
  for (const name of readdirSync(folder)) {
    if (NAME.test(name) && name < oldest) rmSync(join(folder, name))
  }
}

/** Deletes old log files now and every hour until stopped. */
export function keepLogsShort(folder: string, now: () => number, onFault: (error: unknown) => void) {
  const clean = () => {
    try {
      deleteOldLogs(folder, now())
    } catch (error) {
      onFault(error)
    }
  }
  clean()
  const timer = setInterval(clean, HOUR).unref()
  return { stop: () => clearInterval(timer) }
}
