import { log } from '#server/platform/log/log.ts'
import { noticeOutage } from '#server/platform/outage.ts'
import type { Runtime } from '#server/platform/runtime/runtime.ts'
import { getSettings } from '#server/platform/settings/current-settings.ts'
import type { Job } from './job.ts'
import type { RunningJobs } from './run-jobs.ts'

/** Milliseconds before the jobs start, so that the first responses are not delayed. */
const startDelayMs = 3_000
/** Milliseconds between two attempts while the database does not respond. */
const retryDelayMs = 10_000

/** Starts the jobs of this process after a delay, and loads their code only then. */
export function startJobsSoon(runtime: Runtime, loadJobs: () => Promise<readonly Job[]>): Pick<RunningJobs, 'stop'> {
  let starting: Promise<RunningJobs | undefined> | undefined
  let timer = setTimeout(begin, startDelayMs).unref()
  let isStopped = false

  function begin() {
    starting = start(runtime, loadJobs).catch((error) => {
      if (isStopped) return undefined
      if (!noticeOutage(error)) log.warn({ err: error }, 'jobs not started, will retry')
      timer = setTimeout(begin, retryDelayMs).unref()
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

async function start(runtime: Runtime, loadJobs: () => Promise<readonly Job[]>): Promise<RunningJobs> {
  const [{ runJobs }, jobs] = await Promise.all([import('./run-jobs.ts'), loadJobs()])
  return runJobs(runtime, { jobs, zone: () => getSettings().time_zone })
}
