import { eq } from 'drizzle-orm'
import type { ImportProgress } from '#server/import/import-report.ts'
import { performImport, previewStored } from '#server/import/jobs/process/perform-import.ts'
import type { ImportTask, TaskError, TaskMessage } from '#server/import/jobs/process/run-in-process.ts'
import { createDatabase } from '#server/platform/db/client.ts'
import { notFound } from '#server/platform/errors.ts'
import { asAppError } from '#server/platform/http/respond.ts'
import { imports } from '#server/schema/imports.ts'

// The process of one import or preview, started by `runInProcess`, which sends the task. It ends when the service does.

/** Milliseconds between two heartbeats. */
const reportEveryMs = 500
const poolSize = 3

const send = (message: TaskMessage) =>
  new Promise<void>((resolve) => {
    if (process.send) process.send(message, () => resolve())
    else resolve()
  })

async function perform(task: ImportTask, onProgress: (progress: ImportProgress) => void) {
  const database = createDatabase(process.env.DATABASE_URL ?? '', { poolSize, pipeline: false })
  try {
    const [row] = await database.db.select().from(imports).where(eq(imports.id, task.id))
    if (!row) throw notFound('import', task.id)
    if (task.kind === 'preview') return await previewStored(database, row, task.options, task.actor)
    return await performImport(database, { ...row, attempts: task.attempts }, task.store, onProgress)
  } finally {
    await database.pool.end()
  }
}

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
  const end = await perform(task, (latest) => {
    progress = latest
  }).then(
    (result): TaskMessage => ({ result }),
    (error): TaskMessage => ({ error: describe(error) }),
  )
  clearInterval(report)
  await send(end)
  process.exit(0)
})
