import { formatWithOptions, stripVTControlCharacters, types } from 'node:util'
import pino from 'pino'
import { processWide } from '#server/platform/process/process-wide.ts'
import { traceFields } from '#server/platform/tracing/trace.ts'

/** The logged fields of an error: drivers attach connections and parameters. */
export function describeForLog(error: Error): Record<string, unknown> {
  const code = 'code' in error ? { code: error.code } : {}
  const cause = error.cause instanceof Error ? { cause: describeForLog(error.cause) } : {}
  // Without drizzle's parameters, which may contain user input and hashes.
  const message = 'query' in error && 'params' in error ? `Failed query: ${error.query}` : error.message
  // The stack starts with the original message.
  const stack = error.stack?.replace(error.message, () => message)
  return { type: error.name, message, ...code, stack, ...cause }
}

const options = {
  level: process.env.HINDSIGHT_LOG_LEVEL || 'info',
  timestamp: pino.stdTimeFunctions.isoTime,
  base: null,
  serializers: { err: describeForLog },
}

/** Standard error, written every 50 ms or 16,000 characters, since a write costs more than a line. */
const destination = () =>
  processWide('log-destination', () => pino.destination({ dest: 2, sync: false, minLength: 16_000, periodicFlush: 50 }))

/** JSON lines on standard error, each with the ids of its request or job, with credentials redacted everywhere. */
export const log = processWide('log', () =>
  pino(
    {
      ...options,
      mixin: traceFields,
      redact: ['*.password', '*.authorization', '*.cookie', '*.token', 'password', 'authorization', 'cookie', 'token'],
    },
    destination(),
  ),
)

/** No field of its lines can contain a credential, and the redaction would take 10 µs for each of thousands a second. */
const requestLog = () => processWide('request-log', () => pino({ ...options, level: 'info' }, destination()))

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

/** Writes the log line of a request. */
export function logRequest(line: RequestLine): void {
  if (log.isLevelEnabled('info')) requestLog().info(line)
}

const levels = {
  debug: 'debug',
  log: 'info',
  info: 'info',
  warn: 'warn',
  error: 'error',
  trace: 'debug',
} as const

/** Redirects the console output of libraries to the log: one JSON line for each call, so none can be forged. */
export function sendConsoleToLog(): void {
  for (const [method, level] of Object.entries(levels)) {
    console[method as keyof typeof levels] = (...values: unknown[]) => {
      const err = values.find(types.isNativeError)
      const words = formatWithOptions({ colors: false }, ...values.filter((value) => value !== err))
      log[hasLeft(err) ? 'info' : level](
        { event: 'console', ...(err ? { err } : {}) },
        stripVTControlCharacters(words).trim(),
      )
    }
  }
}

/** True if the client disconnected during its request, which is no failure of the service. */
const hasLeft = (error: unknown): boolean =>
  types.isNativeError(error) && error.message === 'aborted' && 'code' in error && error.code === 'ECONNRESET'
