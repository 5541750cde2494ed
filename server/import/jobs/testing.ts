import type { ImportKind } from '#lib/contracts/import-values.ts'
import { getConnectionString } from '#server/platform/db/client.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { imports } from '#server/schema/imports.ts'
import { createImport, type NewImport } from './commands.ts'
import { performTask } from './process/perform-import.ts'
import { type RunTask, runImports } from './run-imports.ts'
import { type FileStore, getImportStore, storeUpload } from './stored-content.ts'
import { undoImport } from './undo-import.ts'

async function* streamText(content: string) {
  for (let index = 0; index < content.length; index += 70_000) yield Buffer.from(content.slice(index, index + 70_000))
}

/** A store with more space than tests need. */
export const testStore: FileStore = { limit: 1e12, folder: undefined }

/** Queues an import of a text. */
export async function queueImport(ctx: Context, kind: ImportKind, content: string, more: Partial<NewImport> = {}) {
  const upload = await storeUpload(ctx, streamText(content), testStore)
  return createImport(ctx, {
    upload,
    kind,
    fileName: `${kind}.csv`,
    source: 'api',
    options: {},
    status: 'queued',
    isDryRun: false,
    ...more,
  })
}

/** Performs a task in this process, which takes a tenth of the time: `run-in-process.test.ts` is about the other. */
const runHere: RunTask = (db, task, { onProgress = () => {} } = {}) =>
  performTask(getConnectionString(db), task, onProgress)

/** Runs the queued imports as the job does, but in this process. */
export const runQueued = (ctx: Context, store = getImportStore()): Promise<void> => runImports(ctx, store, runHere)

/** Undoes an import without a file, for rows that a test merged as an actor. */
export async function undoMerged(ctx: Context, { id, kind }: { readonly id: string; readonly kind: ImportKind }) {
  await ctx.db.insert(imports).values({
    id,
    kind,
    source: 'page',
    fileName: 'rows.csv',
    size: 0,
    status: 'done',
    options: {},
    actorKind: ctx.actor.kind === 'token' ? 'token' : 'account',
    actorId: ctx.actor.id,
    createdBy: ctx.actor.name,
    createdAt: ctx.now.toISOString(),
  })
  return undoImport(ctx, id)
}
