import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { highestMemory } from '#e2e/lab/bench/process-usage.ts'
import { report, type ScaleDatabase } from '#e2e/lab/bench/scale/scale-database.ts'
import { withOwnDatabase } from '#e2e/support/own-server.ts'
import { withFolder } from '#e2e/support/resources.ts'
import { nodeOptions } from '#e2e/support/server-process.ts'
import { projectDir } from '#server/platform/project-dir.ts'
import { type MeasuredKind, writeImportFile } from './import-files.ts'

/** The longest list, and the one with the most columns; both file formats. */
const cases = [
  ['incidents', 'csv'],
  ['changes', 'json'],
] as const

/** Imports generated files into empty databases beside a filled one, and prints the speed of the whole command. */
export const measureImports = ({ postgresUrl }: ScaleDatabase, rows: number): Promise<void> =>
  withFolder('bench-import', async (folder) => {
    const lines: Record<string, object> = {}
    for (const [kind, format] of cases) {
      report(`importing ${rows.toLocaleString('en')} ${kind}`)
      const file = join(folder, `${kind}.${format}`)
      await writeImportFile(file, kind, format, rows)
      const { seconds, memory } = await withOwnDatabase({ databaseUrl: postgresUrl }, (url) => run(kind, file, url))
      lines[`${rows} ${kind}, ${format}`] = {
        'rows a second': Math.round(rows / seconds),
        goal: 20_000,
        'peak MB': Math.round(memory),
      }
    }
    console.table(lines)
  })

/** Runs `npm run import`, without npm. Its peak memory only grows, so the last value counts. */
async function run(kind: MeasuredKind, file: string, url: string) {
  const args = [...nodeOptions(projectDir(), 'import'), join('dist', 'import.js'), kind, file, '--quiet']
  const started = performance.now()
  const env = { ...process.env, DATABASE_URL: url }
  const child = spawn(process.execPath, args, { cwd: projectDir(), env, stdio: 'ignore' })
  let memory = 0
  const watch = setInterval(() => {
    memory = Math.max(memory, highestMemory(child.pid ?? 0))
  }, 20)
  const [code] = await once(child, 'exit')
  clearInterval(watch)
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}.`)
  return { seconds: (performance.now() - started) / 1000, memory }
}
