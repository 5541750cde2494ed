import { and, asc, eq, or, sql } from 'drizzle-orm'
import { lockChange, writeReviewFields } from '#server/changes/write-review-fields.ts'
import type { Transaction } from '#server/platform/db/client.ts'
import type { ActorName, Context } from '#server/platform/runtime/context.ts'
import { findReviewToFollow, followApiWrite } from '#server/reviews/follow-api-write.ts'
import { judgeImportedAgain } from '#server/reviews/judge-again.ts'
import { auditEvents } from '#server/schema/access.ts'
import { reviews } from '#server/schema/reviews.ts'

/** The import of a system, in its transaction; `requestId` is its identifier. */
type Imported = Omit<Context, 'db' | 'actor'> & { readonly db: Transaction; readonly actor: ActorName }

const fields = ['pir_completed', 'pir_reference', 'pir_outcome', 'pir_date'] as const

/**
 * Updates the reviews of the changes whose review fields an import of the command line wrote, like a PATCH of each. An
 * import of a person or a token writes no review fields of a change that has a review. Before that, it judges again the
 * reviews that were completed without a signature, whoever imports.
 */
export async function settleReviews(imported: Imported): Promise<void> {
  await judgeImportedAgain(imported)
  const { kind, id, name } = imported.actor
  if (kind !== 'system') return
  const within = { ...imported, actor: { kind, id, name } }
  for (const { number, written } of await listWritten(imported)) {
    const [review, change] = [await findReviewToFollow(within.db, number), await lockChange(within.db, number)]
    if (!review) continue
    const earlier = fields.flatMap((field) => (written[field] ? [[field, written[field].from]] : []))
    const before = { ...change, ...Object.fromEntries(earlier) }
    const isCompletedHere = written.pir_completed?.to === true && review.status !== 'completed'
    const needsReference = isCompletedHere && change.pir_reference === null
    const after = needsReference ? await writeReviewFields(within, change, { pir_reference: review.reference }) : change
    await followApiWrite(within, review, before, after, isCompletedHere)
  }
}

/** The changes with a review whose review fields the import updated. */
const listWritten = ({ db, requestId }: Imported) =>
  db
    .select({ number: auditEvents.entityId, written: auditEvents.changes })
    .from(auditEvents)
    .innerJoin(reviews, eq(reviews.changeNumber, auditEvents.entityId))
    .where(
      and(
        eq(auditEvents.requestId, requestId),
        eq(auditEvents.actorKind, 'import'),
        eq(auditEvents.entityType, 'change'),
        or(...fields.map((field) => sql`${auditEvents.changes} -> ${field} is not null`)),
      ),
    )
    .orderBy(asc(auditEvents.entityId))
