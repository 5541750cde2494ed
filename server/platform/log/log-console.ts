import { formatWithOptions, stripVTControlCharacters, types } from 'node:util'
import { log } from './log.ts'

const levels = {
  debug: 'debug',
  log: 'info',
  info: 'info',
  warn: 'warn',
  error: 'error',
  trace: 'debug',
} as const

/**
 * Redirects the console output of libraries to the log: one JSON line for each call, so that request data in a message
 * cannot forge lines, and errors are described like any other.
 */
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
