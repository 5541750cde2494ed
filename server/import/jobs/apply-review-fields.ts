import { and, asc, eq, isNotNull, or, sql } from 'drizzle-orm'
import { writePirFields } from '#server/changes/write-pir-fields.ts'
import type { Transaction } from '#server/platform/db/client.ts'
import { type ActorName, type Context, systemActor } from '#server/platform/runtime/context.ts'
import { followApiWrite } from '#server/reviews/api-writes/follow-api-write.ts'
import { openRequiredReview, wasLiveSql } from '#server/reviews/policy/open-marked-review.ts'
import { reconsiderImported } from '#server/reviews/policy/reconsider-imported.ts'
import { lockChangesWithReviews } from '#server/reviews/record/review-lock.ts'
import { changes } from '#server/schema/changes.ts'
import { auditEvents } from '#server/schema/history.ts'
import { reviews } from '#server/schema/reviews.ts'

/** The import of a system, in its transaction; `requestId` is its identifier. */
type Imported = Omit<Context, 'db' | 'actor'> & { readonly db: Transaction; readonly actor: ActorName }

const fields = ['pir_completed', 'pir_reference', 'pir_outcome', 'pir_date'] as const

/**
 * Updates the reviews of the changes whose review fields an import wrote, like a PATCH of each. The import of a person or
 * a token writes none of a change that has a review. Before that, it reconsiders the reviews of the changes
 * and incidents that it wrote.
 */
export async function applyImportedReviewFields(imported: Imported): Promise<void> {
  await reconsiderImported(imported)
  const { id, name } = imported.actor
  const within = { ...imported, actor: systemActor(id, name) }
  for (const { number, written, isMarked } of await listWritten(imported)) {
    const [reviewed] = await lockChangesWithReviews(within.db, [number])
    if (!reviewed) continue
    const { row, change } = reviewed
    const review = row ?? (await openRequiredReview(within, change))
    if (!review) continue
    const earlier = fields.flatMap((field) => (written[field] ? [[field, written[field].from]] : []))
    const before = { ...change, ...Object.fromEntries(earlier) }
    const isCompletion = isMarked && review.status !== 'completed'
    const needsReference = isCompletion && change.pir_reference === null
    const after = needsReference ? await writePirFields(within, change, { pir_reference: review.reference }) : change
    await followApiWrite(within, { review, before, after, isCompletion })
  }
}

/** Whether the import marked the change as reviewed; the entry of one that it inserted does not name the mark. */
const isMarkedByUpdate = sql<boolean>`coalesce(${auditEvents.changes} #>> '{pir_completed,to}' = 'true', false)`
const isMarkedLive = sql<boolean>`((${isMarkedByUpdate} or ${auditEvents.action} = 'create' and ${changes.pirCompleted})
  and ${sql.raw(wasLiveSql('changes'))})`

/** The changes whose review fields the import wrote, and that have a review or may need one. */
const listWritten = ({ db, requestId }: Imported) =>
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
