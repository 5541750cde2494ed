import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { highestMemory } from '#e2e/lab/bench/process-usage.ts'
import { report, type ScaleDatabase } from '#e2e/lab/bench/scale/scale-database.ts'
import { median } from '#e2e/lab/bench/statistics.ts'
import { withOwnDatabase } from '#e2e/support/own-server.ts'
import { withFolder } from '#e2e/support/resources.ts'
import { nodeOptions } from '#e2e/support/server-process.ts'
import { projectDir } from '#server/platform/project-dir.ts'
import { type ImportFormat, type MeasuredKind, writeImportFile } from './import-files.ts'

type ImportCase = { readonly name: string; readonly kind: MeasuredKind; readonly format: ImportFormat }

/** The longest list, and the one with the most columns; both file formats. */
export const importCases: readonly ImportCase[] = [
  { name: 'import of incidents, CSV', kind: 'incidents', format: 'csv' },
  { name: 'import of changes, JSON', kind: 'changes', format: 'json' },
]

/** Rows of the small and the large file, and the imports of each. */
export type ImportSettings = { readonly importRows: readonly [number, number]; readonly importRounds: number }

/** Results of `npm run import`, without npm. */
export type ImportRow = {
  readonly name: string
  readonly rows: number
  /** Rows a second of the whole command, including its start: of each round, and their median. */
  readonly speeds: readonly number[]
  readonly perSecond: number
  /** Peak memory of the command in megabytes. */
  readonly memory: number
}

/** Imports generated files into empty databases beside a filled one. */
export const measureImports = (
  { postgresUrl }: ScaleDatabase,
  cases: readonly ImportCase[],
  { importRows, importRounds }: ImportSettings,
): Promise<ImportRow[]> =>
  withFolder('bench-import', async (folder) => {
    const measured: ImportRow[] = []
    for (const { name, kind, format } of cases) {
      for (const rows of importRows) {
        report(`measuring ${name}, ${rows.toLocaleString('en')} rows`)
        const file = join(folder, `${kind}-${rows}.${format}`)
        await writeImportFile(file, kind, format, rows)
        const rounds: { seconds: number; memory: number }[] = []
        for (let round = 0; round < importRounds; round += 1)
          rounds.push(await withOwnDatabase({ databaseUrl: postgresUrl }, (url) => importFile(kind, file, url)))
        await rm(file)
        const speeds = rounds.map(({ seconds }) => rows / seconds)
        const memory = Math.max(...rounds.map((round) => round.memory))
        measured.push({ name, rows, speeds, perSecond: median(speeds), memory })
      }
    }
    return measured
  })

/** Runs the command. Its peak memory only grows, so the last value counts. */
async function importFile(kind: MeasuredKind, file: string, url: string) {
  const args = [...nodeOptions(projectDir(), 'import'), join('dist', 'import.js'), kind, file, '--quiet']
  const started = performance.now()
  const child = spawn(process.execPath, args, {
    cwd: projectDir(),
    env: { ...process.env, DATABASE_URL: url },
    stdio: 'ignore',
  })
  let memory = 0
  const watch = setInterval(() => {
    memory = Math.max(memory, highestMemory(child.pid ?? 0))
  }, 20)
  const [code] = await once(child, 'exit')
  clearInterval(watch)
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}.`)
  return { seconds: (performance.now() - started) / 1000, memory }
}
