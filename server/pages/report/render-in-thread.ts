import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Report } from '#lib/report/report.ts'
import { FairQueue } from '#server/platform/limits/fair-queue.ts'
import { projectDir } from '#server/platform/project-dir.ts'
import type { PdfOptions } from './pdf/render-pdf.ts'

export type PdfTask = { readonly report: Report; readonly options: PdfOptions }

/** Maximum milliseconds that a PDF may wait for others, and that rendering may take. */
const longestWaitMs = 20_000
const longestWorkMs = 40_000
const maxMegabytes = 512

/** One PDF at a time, so that they take one processor at most. */
const turns = new FairQueue({ atOnce: 1, perCaller: 1, perCallerAmongOthers: 1, waiting: 20 })

/** Renders in a thread, as a long report would delay others by a second. Throws `unavailable` if many wait. */
export const renderInThread = (caller: string, task: PdfTask): Promise<Uint8Array> =>
  turns.run(caller, () => renderOne(task), longestWaitMs)

/** Reused by the next PDF of a series: starting a thread takes longer than a short PDF. */
let idleThread: { readonly thread: Worker; readonly end: () => void } | undefined
const idleMs = 2_000

function renderOne(task: PdfTask): Promise<Uint8Array> {
  const thread = takeThread()
  const limit = setTimeout(() => void thread.terminate(), longestWorkMs)
  return new Promise<Uint8Array>((resolve, reject) => {
    thread.once('message', (pdf: Uint8Array) => {
      resolve(pdf)
      keepThread(thread)
    })
    thread.once('error', reject)
    thread.once('exit', () => reject(new Error(`A PDF was not made within ${longestWorkMs / 1000} seconds.`)))
    thread.postMessage(task)
  }).finally(() => clearTimeout(limit))
}

function takeThread(): Worker {
  const thread =
    idleThread?.thread ?? new Worker(getEntry(), { resourceLimits: { maxOldGenerationSizeMb: maxMegabytes } })
  idleThread?.end()
  thread.ref()
  return thread
}

/** Stores an idle thread for the next PDF; it does not keep the process running. */
function keepThread(thread: Worker): void {
  const timer = setTimeout(() => {
    // Must come first, so that no PDF takes a thread that ends.
    end()
    void thread.terminate()
  }, idleMs).unref()
  const end = () => {
    clearTimeout(timer)
    stopListening(thread)
    idleThread = undefined
  }
  stopListening(thread)
  thread.once('error', end).once('exit', end).unref()
  idleThread = { thread, end }
}

/** Removes our listeners by name: a thread also has a listener of its own, which it needs to send messages. */
function stopListening(thread: Worker): void {
  for (const event of ['message', 'error', 'exit']) thread.removeAllListeners(event)
}

/** Returns the program of the thread: bundled, except under `next dev`, which needs no build. */
const getEntry = (): string =>
  join(
    projectDir(),
    ...(process.env.NODE_ENV === 'development' ? ['server', 'cli', 'render-pdf.ts'] : ['dist', 'render-pdf.js']),
  )
