import { SingleBar } from 'cli-progress'
import type { ImportProgress } from '#server/import/import-summary.ts'

export type ProgressDisplay = { show(progress: ImportProgress): void; stop(): void }

/** Creates a progress bar for a terminal. */
export function createProgressBar(): ProgressDisplay {
  const format = '{phase} [{bar}] {percentage} % | {rows} rows, {refused} refused | {eta_formatted} left'
  const bar = new SingleBar({ format, clearOnComplete: true, hideCursor: true, stream: process.stderr })
  let phase: ImportProgress['phase'] | undefined
  return {
    show(progress) {
      const payload = {
        phase: progress.phase.padEnd(7),
        refused: progress.refused.toLocaleString('en'),
        rows: progress.rows.toLocaleString('en'),
      }
      if (progress.phase !== phase) bar.start(progress.total, progress.done, payload)
      else bar.update(progress.done, payload)
      phase = progress.phase
    },
    stop: () => bar.stop(),
  }
}

/** Creates a display that writes a line for each tenth of a large import, for a pipe or a log. */
export function createProgressLines(write: (line: string) => void): ProgressDisplay {
  let lastStep = ''
  return {
    show({ phase, done, total, rows, refused }) {
      const tenth = total === 0 ? 0 : Math.floor((done * 10) / total)
      const step = `${phase} ${tenth}`
      if (phase === 'looking' || rows < 50_000 || step === lastStep) return
      lastStep = step
      write(`${phase}: ${tenth * 10} % (${rows.toLocaleString('en')} rows, ${refused.toLocaleString('en')} refused)\n`)
    },
    stop: () => {},
  }
}
