import pino from 'pino'
import { processWide } from './process-wide.ts'
import { workerName } from './workers/worker-name.ts'

/** What the log keeps of an error: drivers hang connections and parameters on theirs. */
function describeError(error: Error): Record<string, unknown> {
  const code = 'code' in error ? { code: error.code } : {}
  const cause = error.cause instanceof Error ? { cause: describeError(error.cause) } : {}
  return { type: error.name, message: error.message, ...code, stack: error.stack, ...cause }
}

/** The process's log: JSON lines on standard error, with credentials redacted wherever they might stand. */
export const log = processWide('log', () =>
  pino(
    {
      level: process.env.HINDSIGHT_LOG_LEVEL || 'info',
      timestamp: pino.stdTimeFunctions.isoTime,
      base: workerName === undefined ? null : { worker: workerName },
      serializers: { err: describeError },
      redact: ['*.password', '*.authorization', '*.cookie', '*.token', 'password', 'authorization', 'cookie', 'token'],
    },
    pino.destination({ dest: 2, sync: false }),
  ),
)
