import { constants } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { SingleBar } from 'cli-progress'
import { type ImportKind, importKinds } from '#lib/contracts/import-values.ts'
import { importFile } from '#server/import/import-file.ts'
import type { ImportOptions, ImportProgress, ImportSummary } from '#server/import/import-report.ts'
import { recordCommandImport } from '#server/import/jobs/apply-review-fields.ts'
import { checkMapping, getMapping, readMappingFile } from '#server/import/jobs/mappings.ts'
import { type Database, openPlainPool } from '#server/platform/db/client.ts'
import { migrateDatabase } from '#server/platform/db/migrate/migrate.ts'
import { describeError } from '#server/platform/describe-error.ts'
import { onStopRequest } from '#server/platform/process/stop-requests.ts'
import { type Context, createSystemActor } from '#server/platform/runtime/context.ts'
import { decideReviews } from '#server/reviews/policy/decide-reviews.ts'
import { recordFormerParts } from '#server/reviews/policy/record-former-parts.ts'
import { answerHelp } from './answer-help.mjs'
import { describeDecisions, describeImport } from './import-output.ts'
import { confirmOption, leaveDatabase, openForCommand } from './open-for-command.ts'

const usage = `Usage: npm run import -- ${importKinds.join('|')} FILE [options]
  --mapping FILE.json   which columns fill which fields, or the name of a saved mapping; default: guessed from the header
  --dry-run             report what would happen and write nothing
  --refused FILE        where refused rows are written; default: FILE.refused.csv or .ndjson beside the input
  --time-zone ZONE      zone of times without one, such as Europe/Copenhagen; default: UTC
  --encoding NAME       encoding of the file, such as latin1; default: detected
  --rows ANSWER         which of several rows for one record counts: first, last or latest:COLUMN
  --progress            show the progress bar even without a terminal
  --quiet               show no progress
  --yes                 create an embedded database if DATABASE_URL is not set and there is none yet
FILE is CSV or JSON (a list, NDJSON, an object with "result"); for articles also a folder or zip of Markdown files.
Exit code: 0 all rows imported, 2 some refused and the others imported, 1 nothing imported.`
answerHelp(usage)

/** Resolves a path relative to the folder in which npm was called, not the project. */
const resolvePath = (path: string) => resolve(process.env.INIT_CWD ?? process.cwd(), path)

function fail(message: string): never {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}

function readArguments() {
  const parsed = parseArgs({
    allowPositionals: true,
    options: {
      mapping: { type: 'string' },
      'dry-run': { type: 'boolean', default: false },
      refused: { type: 'string' },
      'time-zone': { type: 'string' },
      encoding: { type: 'string' },
      rows: { type: 'string' },
      progress: { type: 'boolean', default: false },
      quiet: { type: 'boolean', default: false },
      ...confirmOption,
    },
  })
  const [records, file, ...more] = parsed.positionals
  const entity = importKinds.find((known) => known === records)
  if (!entity || file === undefined || more.length > 0) return fail(usage)
  return { entity, path: resolvePath(file), values: parsed.values }
}

/** Chooses where refused rows go: beside the input if that is writable. A dry run writes only where it is told to. */
async function chooseRefusedPath(path: string, requested: string | undefined, isDryRun: boolean) {
  if (requested !== undefined) return () => resolvePath(requested)
  if (isDryRun) return undefined
  const isWritable = await access(dirname(path), constants.W_OK).then(
    () => true,
    () => false,
  )
  const folder = isWritable ? dirname(path) : resolvePath('.')
  return (extension: string) => join(folder, `${basename(path)}.refused.${extension}`)
}

async function run(): Promise<ImportSummary> {
  const { entity, path, values } = readArguments()
  const isDryRun = values['dry-run']
  const refusedPath = await chooseRefusedPath(path, values.refused, isDryRun)
  const abort = new AbortController()
  const onWait = () => void process.stderr.write(`Another import of these records is running; this one waits for it.\n`)
  const options: ImportOptions = {
    entity,
    path,
    isDryRun,
    onWait,
    signal: abort.signal,
    ...(refusedPath !== undefined && { refusedPath }),
  }
  const isBar = values.progress || (process.stderr.isTTY && !values.quiet)
  const display = isBar
    ? createProgressBar()
    : createProgressLines((line) => values.quiet || process.stderr.write(line))
  const database = await openForCommand(values.yes)
  const plain = openPlainPool(database.db, { poolSize: 2 })
  // A second stop request does not wait for the import to roll back.
  onStopRequest(() => (abort.signal.aborted ? leaveDatabase() : abort.abort()))
  try {
    await migrateDatabase(database.pool)
    await recordFormerParts(database.db)
    const startedAt = performance.now()
    const ctx = {
      pool: plain.pool,
      actor: createSystemActor('import', 'Import'),
      now: new Date(),
      requestId: 'cli-import',
    }
    const mapping = await readMapping(database.db, entity, values.mapping)
    const parts = {
      ...(values['time-zone'] !== undefined && { time_zone: values['time-zone'] }),
      ...(values.encoding !== undefined && { encoding: values.encoding }),
      ...(values.rows !== undefined && { rows: values.rows }),
    }
    const storedOptions = { ...mapping?.stored, ...parts }
    const onWritten = await recordCommandImport(ctx, path, storedOptions)
    const summary = await importFile(
      ctx,
      { ...options, mapping: checkMapping({ ...mapping?.used, ...parts }), onWritten },
      display.show,
    )
    display.stop()
    process.stdout.write(`${describeImport(summary, (performance.now() - startedAt) / 1000)}\n`)
    if (!isDryRun && (entity === 'changes' || entity === 'incidents')) {
      await reportDecisions({ ...ctx, db: database.db })
    }
    return summary
  } catch (error) {
    throw abort.signal.aborted ? new Error('Stopped; nothing was written.') : error
  } finally {
    display.stop()
    await plain.close()
    await database.close()
  }
}

/** Reads the mapping from a file, or a saved one if there is no such file. */
async function readMapping(db: Database, kind: ImportKind, name: string | undefined) {
  if (name === undefined) return undefined
  const path = resolvePath(name)
  const isFile = name.endsWith('.json') || (await stat(path).catch(() => null)) !== null
  if (!isFile) return { used: await getMapping(db, name, kind), stored: { mapping_name: name } }
  const mapping = await readMappingFile(path)
  return { used: mapping, stored: { mapping } }
}

/** A failure is only printed, as the import is committed and the service decides within a minute. */
async function reportDecisions(ctx: Context): Promise<void> {
  try {
    process.stdout.write(describeDecisions(await decideReviews(ctx)))
  } catch (error) {
    process.stderr.write(
      `The policy has not been applied yet, the service will do it within a minute: ${describeError(error)}\n`,
    )
  }
}

try {
  const { refused, rows } = await run()
  process.exitCode = refused === 0 ? 0 : refused < rows ? 2 : 1
} catch (error) {
  fail(describeError(error))
}

type ProgressDisplay = { show(progress: ImportProgress): void; stop(): void }

/** Creates a progress bar for a terminal. */
function createProgressBar(): ProgressDisplay {
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
function createProgressLines(write: (line: string) => void): ProgressDisplay {
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
