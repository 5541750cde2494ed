import { stat } from 'node:fs/promises'
import { and, asc, eq, isNotNull, or, sql } from 'drizzle-orm'
import type { ImportOptions } from '#lib/contracts/import-records.ts'
import { writePirFields } from '#server/changes/write-pir-fields.ts'
import type { ImportContext } from '#server/import/import-file.ts'
import type { ImportSummary } from '#server/import/import-report.ts'
import type { Transaction } from '#server/platform/db/client.ts'
import { type ActorName, type Context, createSystemActor } from '#server/platform/runtime/context.ts'
import { followApiWrite } from '#server/reviews/api-writes/follow-api-write.ts'
import { reconsiderImported } from '#server/reviews/commands/reconsider-imported.ts'
import { lockChangesWithReviews } from '#server/reviews/locked-review.ts'
import { openRequiredReview, wasLiveSql } from '#server/reviews/policy/open-marked-review.ts'
import { changes } from '#server/schema/changes.ts'
import { auditEvents } from '#server/schema/history.ts'
import { imports } from '#server/schema/imports.ts'
import { reviews } from '#server/schema/reviews.ts'

/** The context of an import within its transaction; `requestId` is the identifier of the import. */
type ReviewFieldsContext = Omit<Context, 'db' | 'actor'> & { readonly db: Transaction; readonly actor: ActorName }

const fields = ['pir_completed', 'pir_reference', 'pir_outcome', 'pir_date'] as const

/**
 * Updates the reviews of changes whose review fields an import wrote, as a PATCH of each would. Before that, it
 * reconsiders the reviews of the changes and incidents that the import wrote. The import of a person or a token writes
 * no review fields of a change that has a review.
 */
export async function applyImportedReviewFields(imported: ReviewFieldsContext): Promise<void> {
  await reconsiderImported(imported)
  const { id, name } = imported.actor
  const systemCtx = { ...imported, actor: createSystemActor(id, name) }
  for (const { number, written, isMarked } of await listWritten(imported)) {
    const [reviewed] = await lockChangesWithReviews(systemCtx.db, [number])
    if (!reviewed) continue
    const { row, change } = reviewed
    const review = row ?? (await openRequiredReview(systemCtx, change))
    if (!review) continue
    const earlier = fields.flatMap((field) => (written[field] ? [[field, written[field].from]] : []))
    const before = { ...change, ...Object.fromEntries(earlier) }
    const isCompletion = isMarked && review.status !== 'completed'
    const needsReference = isCompletion && change.pir_reference === null
    const after = needsReference ? await writePirFields(systemCtx, change, { pir_reference: review.reference }) : change
    await followApiWrite(systemCtx, { review, before, after, isCompletion })
  }
}

/** True if the import marked the change as reviewed; the entry of an inserted change does not name the mark. */
const isMarkedByUpdate = sql<boolean>`coalesce(${auditEvents.changes} #>> '{pir_completed,to}' = 'true', false)`
const isMarkedLive = sql<boolean>`(${changes.pirCompleted} and (${auditEvents.action} = 'create' or ${isMarkedByUpdate})
  and ${sql.raw(wasLiveSql('changes'))})`

/** Lists the changes whose review fields the import wrote, and that have a review or may need one. */
const listWritten = ({ db, requestId }: ReviewFieldsContext) =>
  db
    .select({
      number: auditEvents.entityId,
      written: auditEvents.changes,
      isMarked: sql<boolean>`(${isMarkedByUpdate} or ${isMarkedLive})`,
    })
    .from(auditEvents)
    .innerJoin(changes, eq(changes.number, auditEvents.entityId))
    .leftJoin(reviews, eq(reviews.changeNumber, auditEvents.entityId))
    .where(
      and(
        eq(auditEvents.requestId, requestId),
        eq(auditEvents.actorKind, 'import'),
        eq(auditEvents.entityType, 'change'),
        or(
          and(
            isNotNull(reviews.reference),
            or(...fields.map((field) => sql`${auditEvents.changes} -> ${field} is not null`)),
          ),
          isMarkedLive,
        ),
      ),
    )
    .orderBy(asc(auditEvents.entityId))

/** Returns a function that lists an import of the command line, in the transaction of that import. */
export async function recordCommandImport(ctx: ImportContext, path: string, options: ImportOptions) {
  const file = await stat(path).catch(() => null)
  const at = ctx.now.toISOString()
  return async (tx: Transaction, summary: ImportSummary): Promise<void> => {
    if (summary.isDryRun) return
    await applyImportedReviewFields({ ...ctx, db: tx, requestId: summary.id })
    await tx.insert(imports).values({
      id: summary.id,
      kind: summary.entity,
      source: 'command',
      status: 'done',
      options,
      fileName: summary.name,
      size: file?.isFile() ? file.size : 0,
      rows: summary.rows,
      refused: summary.refused,
      result: summary.result,
      isDryRun: false,
      actorKind: ctx.actor.kind,
      actorId: ctx.actor.id,
      createdBy: ctx.actor.name,
      createdAt: at,
      startedAt: at,
      finishedAt: new Date().toISOString(),
    })
  }
}
