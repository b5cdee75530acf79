import { pino } from 'pino'
import type { DestinationStream, Logger } from 'pino'

// What identifies or lets in a person never reaches a log, whatever a future line passes along.
const REDACTED = ['email', 'token', 'code', 'cookie', 'authorization', 'password', 'secret']

/**
 * The server's log. With a level it writes JSON lines to standard output, one per request from `info` on.
 * Without one a person is watching the terminal: only warnings and errors appear there, one readable line each.
 */
export function createLog(level: string | null, standardOutput?: DestinationStream): Logger {
  const paths = REDACTED.flatMap(name => [name, `*.${name}`, `*.*.${name}`])
  const options = {
    level: level ?? 'warn',
    redact: { paths, censor: '[removed]' },
    base: null,
    serializers: {
      err: (error: unknown) => withoutValues(error),
      // An address somebody types may hold one: /unsubscribe/kai@example.org.
      path: (path: unknown) => withoutAddresses(String(path)),
    },
    timestamp: pino.stdTimeFunctions.isoTime,
  }
  if (level === null) return pino(options, forPeople)
  return standardOutput === undefined ? pino(options) : pino(options, standardOutput)
}

/**
 * Of an error what leads to its cause, and nothing else: database drivers hang the whole failed statement on it,
 * values and all, which may be an address or somebody's session (rule HT15).
 */
function withoutValues(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return withoutAddresses(String(error))
  return {
    type: error.name,
    message: withoutAddresses(error.message),
    ...('code' in error && { reason: String(error.code) }),
    stack: withoutAddresses(error.stack ?? ''),
    ...(error.cause !== undefined &&
      depth < DEEPEST_CAUSE && { cause: withoutValues(error.cause, depth + 1) }),
  }
}

const DEEPEST_CAUSE = 3

// Each part no longer than an address may have it, so that a long text without any costs no time to speak of.
const ADDRESS = /[\w.+'%-]{1,64}(?:@|%40)[\w-]{1,63}(?:\.[\w-]{1,63})+/gi
const withoutAddresses = (text: string) => text.replaceAll(ADDRESS, '[address]')

/** Says something to the person who started the server: where it is, what was mailed, why it stops. */
export function say(text: string) {
  process.stdout.write(`${text}\n`)
}

const forPeople: DestinationStream = {
  write(line) {
    process.stderr.write(`${readable(JSON.parse(line))}\n`)
  },
}

function readable(entry: unknown): string {
  if (typeof entry !== 'object' || entry === null) return String(entry)
  const { level, msg, err }: { level?: unknown; msg?: unknown; err?: unknown } = entry
  const because = typeof err === 'object' && err !== null && 'stack' in err ? `\n${String(err.stack)}` : ''
  return `${typeof level === 'number' && level >= 50 ? 'Error' : 'Warning'}: ${String(msg)}${because}`
}
