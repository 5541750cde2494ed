import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { constants, getPriority, setPriority } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import type { ImportPreview } from '#lib/contracts/app/import-preview.ts'
import type { ErrorCode } from '#lib/contracts/error-codes.ts'
import type { ImportOptions } from '#lib/contracts/import-records.ts'
import type { ImportProgress } from '#server/import/import-report.ts'
import type { FileStore } from '#server/import/jobs/stored-content.ts'
import { getConnectionString, type Queryable } from '#server/platform/db/client.ts'
import { AppError } from '#server/platform/errors.ts'
import { withTemporaryFolder } from '#server/platform/files/temporary-folder.ts'
import { projectDir } from '#server/platform/project-dir.ts'
import type { ActorName } from '#server/platform/runtime/context.ts'

/** The priority of the process, lower than that of requests. */
const priority = constants.priority.PRIORITY_BELOW_NORMAL
/** Milliseconds without a heartbeat after which the process counts as hanging. */
const hangsAfterMs = 60_000
/** Milliseconds between two measurements of its memory. */
const measureEveryMs = 500
/** Milliseconds for a process to end by itself once it has sent its result. */
const endsWithinMs = 5_000
/** Maximum characters of its standard error for the log. */
const maxErrorText = 4_000

/** The process ended before it sent a result; the message gives the reason as far as it is known. */
export class ImportProcessEnded extends Error {
  override readonly name = 'ImportProcessEnded'
  readonly output: string

  constructor(reason: string, output: string) {
    super(reason)
    this.output = output
  }
}

type ProcessOptions = {
  readonly onProgress?: (progress: ImportProgress) => void
  /** Ends the process and its sessions of the database, which roll back. */
  readonly signal?: AbortSignal
  /** Megabytes of JavaScript objects after which the process ends. A typical import needs a fifth of the default. */
  readonly maxMegabytes?: number
  /** Megabytes of its total memory, buffers included, after which it is ended; only on Linux. */
  readonly maxResidentMegabytes?: number
}

/**
 * Runs a task in a separate process, so that no file takes memory or time from requests. The process has memory limits,
 * a lower priority, no secrets in its environment and its own temporary folder, and it ends when this process does.
 * Throws the `AppError` of the task, `ImportProcessEnded` for a process that died, and the reason of the signal.
 */
export function runInProcess<Task extends ImportTask>(
  db: Queryable,
  task: Task,
  options: ProcessOptions = {},
): Promise<TaskResult[Task['kind']]> {
  const session = `hindsight ${task.kind} ${task.id}`
  // A failed attempt ends only its own session, not that of a process that took the import over.
  const ownSession = task.kind === 'run' ? `${session} ${task.attempts}` : session
  return withTemporaryFolder('import', async (folder) => {
    if (task.kind === 'run') await endSessions(db, `${session}%`)
    options.signal?.throwIfAborted()
    const { maxMegabytes = 512 } = options
    const child = fork(getEntry(), [], {
      execArgv: [`--max-old-space-size=${maxMegabytes}`, '--max-semi-space-size=8', '--heap-growing-percent=50'],
      env: buildEnvironment({ DATABASE_URL: getConnectionString(db), PGAPPNAME: ownSession, TMPDIR: folder }),
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    })
    try {
      lowerPriority(child)
      return (await converse(child, task, { ...options, maxMegabytes })) as TaskResult[Task['kind']]
    } catch (error) {
      const isRunning = child.exitCode === null && child.signalCode === null && child.pid !== undefined
      if (isRunning && child.kill('SIGKILL')) await once(child, 'exit')
      // A session notices only at the end of its statement that its process is gone.
      await endSessions(db, ownSession).catch(() => {})
      throw error
    }
  })
}

/** Lowers the priority of the process if possible: it may have ended already, or the service may not be allowed to. */
function lowerPriority({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, Math.max(getPriority(), priority))
  } catch {}
}

/** Returns the program of the process: bundled, except under `next dev`, which needs no build. */
function getEntry(): string {
  const file =
    process.env.NODE_ENV === 'development' ? ['server', 'cli', 'import-process.ts'] : ['dist', 'import-process.js']
  return join(projectDir(), ...file)
}

/** Returns the environment without the settings of the service, which include its secrets. */
function buildEnvironment(ownVariables: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const inheritedEnv = Object.entries(process.env).filter(([name]) => !/^(HINDSIGHT|OTEL|NODE_OPTIONS)/.test(name))
  return { ...(Object.fromEntries(inheritedEnv) as NodeJS.ProcessEnv), ...ownVariables }
}

function converse(
  child: ChildProcess,
  task: ImportTask,
  {
    onProgress = () => {},
    signal,
    maxMegabytes,
    maxResidentMegabytes = 1_024,
  }: ProcessOptions & { maxMegabytes: number },
): Promise<TaskResult[ImportTask['kind']]> {
  let output = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    output = (output + text).slice(-maxErrorText)
  })
  return new Promise((resolve, reject) => {
    let reply: (() => void) | undefined
    const finish = (end: () => void) => {
      clearTimeout(watch)
      clearInterval(measure)
      signal?.removeEventListener('abort', onAbort)
      end()
    }
    const fail = (reason: string) => finish(reply ?? (() => reject(new ImportProcessEnded(reason, output))))
    const watch = setTimeout(
      () => fail(reply ? 'did not end' : `did not respond for ${hangsAfterMs / 1000} seconds`),
      hangsAfterMs,
    )
    const measure = setInterval(async () => {
      const resident = child.pid === undefined ? undefined : await readResidentMegabytes(child.pid)
      if (resident === undefined || resident <= maxResidentMegabytes) return
      finish(() => reject(new ImportProcessEnded(describeMemory(maxResidentMegabytes), output)))
    }, measureEveryMs)
    const onAbort = () => finish(() => reject(signal?.reason))
    signal?.addEventListener('abort', onAbort)
    child.on('message', (message: TaskMessage) => {
      watch.refresh()
      if ('progress' in message) {
        if (message.progress) onProgress(message.progress)
        return
      }
      reply = 'result' in message ? () => resolve(message.result) : () => reject(toError(message.error))
      setTimeout(() => child.kill('SIGKILL'), endsWithinMs).unref()
    })
    child.once('error', (error) => finish(() => reject(error)))
    child.once('close', (code, by) => fail(describeEnd(code, by, output, maxMegabytes)))
    child.send(task, () => {})
  })
}

const describeMemory = (megabytes: number) => `needed more than ${megabytes.toLocaleString('en')} MB of memory`

function describeEnd(code: number | null, by: NodeJS.Signals | null, output: string, maxMegabytes: number): string {
  if (/heap out of memory/.test(output)) return describeMemory(maxMegabytes)
  if (by === 'SIGKILL') return 'was killed, perhaps because the machine has no memory left'
  return by === null ? `ended with code ${code}` : `was ended by ${by}`
}

const toError = ({ code, message, stack }: TaskError): Error =>
  Object.assign(new AppError(code, message), stack === undefined ? {} : { stack })

/** Ends database sessions that processes have left behind, by a pattern of their names. */
async function endSessions(db: Queryable, session: string): Promise<void> {
  await db.execute(sql`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name like ${session} and datname = current_database() and pid <> pg_backend_pid()`)
}

/** The task of an import process: run the import that was claimed in this attempt, or preview its file. */
export type ImportTask =
  | { readonly kind: 'run'; readonly id: string; readonly attempts: number; readonly store: FileStore }
  | { readonly kind: 'preview'; readonly id: string; readonly options: ImportOptions; readonly actor: ActorName }

type TaskResult = { run: null; preview: ImportPreview }

/** An error as it is sent to the other process; `stack` is set only for an unexpected one. */
export type TaskError = { readonly code: ErrorCode; readonly message: string; readonly stack?: string | undefined }

/** A heartbeat twice a second, with the progress if there is any; finally the result or error. It is sent as JSON. */
export type TaskMessage =
  | { readonly progress: ImportProgress | null }
  | { readonly result: TaskResult[ImportTask['kind']] }
  | { readonly error: TaskError }

/** Reads the memory of a process in megabytes, swapped memory included; undefined if ended, or not on Linux. */
async function readResidentMegabytes(pid: number): Promise<number | undefined> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const kilobytes = [...status.matchAll(/^Vm(?:RSS|Swap):\s+(\d+) kB$/gm)].map(([, value]) => Number(value))
  return kilobytes.length === 0 ? undefined : kilobytes.reduce((sum, value) => sum + value) / 1024
}
