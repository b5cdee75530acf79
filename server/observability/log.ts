import { pino, type DestinationStream, type Logger } from 'pino'

// Fields that identify a person or grant access are redacted in every log line.
const REDACTED = ['email', 'token', 'code', 'cookie', 'authorization', 'password', 'secret']

/** Writes JSON lines. If `level` is null, writes readable warnings to stderr instead. */
export function createLogger(level: string | null, standardOutput?: DestinationStream): Logger {
  const paths = REDACTED.flatMap(name => [name, `*.${name}`, `*.*.${name}`])
  const options = {
    level: level ?? 'warn',
    redact: { paths, censor: '[removed]' },
    base: null,
    serializers: {
      err: (error: unknown) => withoutValues(error),
      // A path that somebody types may contain an email address: /unsubscribe/kai@example.org.
      path: (path: unknown) => withoutAddresses(String(path).slice(0, LONGEST_PATH)),
    },
    timestamp: pino.stdTimeFunctions.isoTime,
  }
  if (level === null) return pino(options, forPeople)
  return pino(options, standardOutput ?? (boundedOutput ??= boundedStandardOutput()))
}

const LONGEST_PATH = 500

const WAITING_BYTES = 2 ** 20

/** Lines are collected before they are written, because a write costs as much as a short request. */
const FLUSH_MILLISECONDS = 100
const FLUSH_BYTES = 16_384

/** All loggers share one stream, because each stream adds a listener for the end of the process. */
let boundedOutput: DestinationStream | null = null

function boundedStandardOutput(): DestinationStream {
  const stream = pino.destination({ dest: 1, sync: true, maxLength: WAITING_BYTES }).on('error', ignore)
  let lines = ''
  const flush = () => {
    if (lines !== '') stream.write(lines)
    lines = ''
  }
  setInterval(flush, FLUSH_MILLISECONDS).unref()
  process.once('exit', flush)
  return {
    write(line) {
      lines += line
      if (lines.length > FLUSH_BYTES) flush()
    },
  }
}

/** Without a listener, an error of stdout or stderr would end the process (rule HT86). */
export function ignoreOutputFaults(): void {
  process.stdout.on('error', ignore)
  process.stderr.on('error', ignore)
}

const ignore = () => {}

/** Omits values that database drivers attach to errors, such as email addresses or tokens (rule HT15). */
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

// Each part has the maximum length of an address, so that matching a long text takes linear time.
const ADDRESS = /[\w.+'%-]{1,64}(?:@|%40)[\w-]{1,63}(?:\.[\w-]{1,63})+/gi
const withoutAddresses = (text: string) => text.replaceAll(ADDRESS, '[address]')

export function printLine(text: string) {
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
