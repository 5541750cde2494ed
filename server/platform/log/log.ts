import pino from 'pino'
import { processWide } from '#server/platform/process/process-wide.ts'
import { traceFields } from '#server/platform/tracing/trace.ts'

/** The logged fields of an error: drivers attach connections and parameters. */
export function describeForLog(error: Error): Record<string, unknown> {
  const code = 'code' in error ? { code: error.code } : {}
  const cause = error.cause instanceof Error ? { cause: describeForLog(error.cause) } : {}
  const message = getMessage(error)
  // The stack starts with the original message.
  const stack = error.stack?.replace(error.message, () => message)
  return { type: error.name, message, ...code, stack, ...cause }
}

/**
 * The message of an error; for a failed query without drizzle's parameters, which may contain user input and hashes.
 */
const getMessage = (error: Error): string =>
  'query' in error && 'params' in error ? `Failed query: ${error.query}` : error.message

const options = {
  level: process.env.HINDSIGHT_LOG_LEVEL || 'info',
  timestamp: pino.stdTimeFunctions.isoTime,
  base: null,
  mixin: traceFields,
  serializers: { err: describeForLog },
}

/** Buffered characters that trigger a write. */
const bufferedLength = 16_000
/** Milliseconds after which a smaller buffer is written. */
const flushDelayMs = 10

/** Standard error, buffered for some milliseconds, since a write costs more than a line. */
const destination = () =>
  processWide('log-destination', () => {
    const file = pino.destination({ dest: 2, sync: false })
    let lines = ''
    let timer: NodeJS.Timeout | undefined
    const hand = () => {
      clearTimeout(timer)
      timer = undefined
      if (lines !== '') file.write(lines)
      lines = ''
    }
    const flushSync = () => {
      hand()
      file.flushSync()
    }
    process.once('exit', flushSync)
    return {
      write(line: string) {
        lines += line
        if (lines.length >= bufferedLength) hand()
        else timer ??= setTimeout(hand, flushDelayMs)
      },
      flushSync,
    }
  })

/**
 * The log of the process: JSON lines on standard error, each with the ids of its request or job, with credentials
 * redacted everywhere.
 */
export const log = processWide('log', () =>
  pino(
    {
      ...options,
      redact: ['*.password', '*.authorization', '*.cookie', '*.token', 'password', 'authorization', 'cookie', 'token'],
    },
    destination(),
  ),
)

type RequestLine = {
  readonly request_id: string
  readonly trace_id: string
  readonly method: string
  readonly path: string | undefined
  readonly operation: string
  readonly status: number
  readonly ms: number
  readonly actor: string
}

/**
 * Writes the log line of a request. No field can contain a credential, so it skips the redaction, which would take 10
 * µs for each of thousands of lines a second.
 */
export function logRequest(line: RequestLine): void {
  if (!log.isLevelEnabled('info')) return
  destination().write(`${head}"${isoNow()}",${JSON.stringify(line).slice(1)}\n`)
}

const head = `${JSON.stringify({ level: pino.levels.values.info }).slice(0, -1)},"time":`

let isoAt = 0
let iso = ''
/** The current time, formatted once for all lines of a millisecond. */
function isoNow(): string {
  const now = Date.now()
  if (now !== isoAt) iso = new Date(now).toISOString()
  isoAt = now
  return iso
}
