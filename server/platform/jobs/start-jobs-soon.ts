import { log } from '#server/platform/log/log.ts'
import type { Runtime } from '#server/platform/runtime/runtime.ts'
import type { RunningJobs } from './run-jobs.ts'

/** Milliseconds that the first pages and answers have the machine for themselves. */
const startAfter = 3_000
/** Milliseconds between two attempts while the database does not answer. */
const tryAgainAfter = 10_000

/** Starts the jobs of this process a little later, and loads what they need only then. */
export function startJobsSoon(runtime: Runtime): Pick<RunningJobs, 'stop'> {
  let starting: Promise<RunningJobs | undefined> | undefined
  let timer = setTimeout(begin, startAfter).unref()
  let isStopped = false

  function begin() {
    starting = start(runtime).catch((error) => {
      if (isStopped) return undefined
      log.warn({ err: error }, 'jobs not started, trying again')
      timer = setTimeout(begin, tryAgainAfter).unref()
      return undefined
    })
  }

  return {
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await (await starting)?.stop()
    },
  }
}

async function start(runtime: Runtime): Promise<RunningJobs> {
  const [{ runJobs }, { allJobs }] = await Promise.all([import('./run-jobs.ts'), import('#server/all-jobs.ts')])
  return runJobs(runtime, { jobs: allJobs })
}
