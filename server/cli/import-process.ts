import type { ImportProgress } from '#server/import/import-report.ts'
import { performTask } from '#server/import/jobs/process/perform-import.ts'
import type { ImportTask, TaskError, TaskMessage } from '#server/import/jobs/process/run-in-process.ts'
import { asAppError } from '#server/platform/http/respond.ts'

// The process of one import or preview, started by `runInProcess`, which sends the task. It ends when the service does.

/** Milliseconds between two heartbeats. */
const reportEveryMs = 500

const send = (message: TaskMessage) =>
  new Promise<void>((resolve) => {
    if (process.send) process.send(message, () => resolve())
    else resolve()
  })

function describe(error: unknown): TaskError {
  const { code, message } = asAppError(error)
  return code === 'internal_error' ? { code, message, stack: describeUnexpected(error) } : { code, message }
}

/** Formats the stack of an error with its causes, for the log of the service. */
function describeUnexpected(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const cause = error.cause === undefined ? '' : `\ncaused by ${describeUnexpected(error.cause)}`
  return `${error.stack ?? error.message}${cause}`
}

// A signal to all processes of the service is handled by the service, which ends this process.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
process.once('disconnect', () => process.exit(1))

process.once('message', async (task: ImportTask) => {
  let progress: ImportProgress | null = null
  const report = setInterval(() => void send({ progress }), reportEveryMs)
  const end = await performTask(process.env.DATABASE_URL ?? '', task, (latest) => {
    progress = latest
  }).then(
    (result): TaskMessage => ({ result }),
    (error): TaskMessage => ({ error: describe(error) }),
  )
  clearInterval(report)
  await send(end)
  process.exit(0)
})
