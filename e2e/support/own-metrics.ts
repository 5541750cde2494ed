import { changes, incidents } from '#server/schema/changes.ts'
import { improvements } from '#server/schema/improvements.ts'
import { policyDecisions } from '#server/schema/policy.ts'
import { reviews } from '#server/schema/reviews.ts'
import { ownWord, withDatabase } from './own-records.ts'
import type { World } from './world.ts'

/** The half year in which the changes of `addReviewedChanges` ended. */
export const ownPeriod = { from: '2025-01-01', to: '2025-06-30' }

const outcomes = ['successful', 'successful', 'successful_with_issues', 'failed', null, null] as const

/**
 * Adds twelve changes of a service used only by this test, two per month: of every six, two were successful, one had
 * issues with an incident, one failed and two have no outcome. Those with an outcome were reviewed after four days,
 * each with an action done one day late. Returns the service.
 */
export async function addReviewedChanges(world: World): Promise<string> {
  const word = ownWord()
  const service = `svc-${word}`
  const made = Array.from({ length: 12 }, (_, at) => {
    const month = String(1 + Math.floor(at / 2)).padStart(2, '0')
    return {
      number: `CHG-${word}-${at}`,
      reference: `PIR-${word}-${at}`,
      outcome: outcomes[at % outcomes.length] ?? null,
      ended: `2025-${month}-10T08:00:00.000Z`,
      reviewed: `2025-${month}-14T08:00:00.000Z`,
      due: `2025-${month}-20`,
      done: `2025-${month}-21T08:00:00.000Z`,
    }
  })
  const common = { origin: 'entry', createdAt: '2025-01-01T00:00:00.000Z', updatedAt: '2025-01-01T00:00:00.000Z' }
  const reviewed = made.flatMap(({ outcome, ...rest }) => (outcome === null ? [] : [{ ...rest, outcome }]))
  await withDatabase(world, async (db) => {
    await db.insert(changes).values(
      made.map(({ number, outcome, ended }) => ({
        ...common,
        number,
        title: `Renew ${number}`,
        state: 'closed' as const,
        type: 'normal' as const,
        affectedServices: [service],
        actualEnd: ended,
        assignmentGroup: `Team ${word}`,
        pirOutcome: outcome,
        pirCompleted: outcome !== null,
      })),
    )
    await db.insert(policyDecisions).values(
      made.map(({ number, ended }) => ({
        changeNumber: number,
        isOwed: true,
        isSampled: false,
        reasons: [],
        decidedAt: ended,
        origin: 'entry',
      })),
    )
    await db.insert(reviews).values(
      reviewed.map(({ number, reference, reviewed: completedAt, outcome }) => ({
        ...common,
        reference,
        changeNumber: number,
        status: 'completed' as const,
        completedAt,
        proposedOutcome: outcome === 'failed' ? ('partially_successful' as const) : outcome,
      })),
    )
    await db.insert(incidents).values(
      reviewed
        .filter(({ outcome }) => outcome === 'successful_with_issues')
        .map(({ number, ended }) => ({
          number: `INC-${number}`,
          shortDescription: `Certificates of ${word} are not trusted`,
          priority: '3 - Moderate',
          priorityLevel: 3,
          state: 'closed' as const,
          openedAt: ended,
          causedByChange: number,
          origin: common.origin,
          updatedAt: ended,
        })),
    )
    await db.insert(improvements).values(
      reviewed.map(({ reference, due, done }, at) => ({
        ...common,
        id: `imp-${word}-${at}`,
        title: `Rehearse ${word}`,
        sourceType: 'pir',
        sourceRef: reference,
        owner: 'ines.marchetti@hindsight.example',
        targetDate: due,
        status: 'done' as const,
        doneAt: done,
      })),
    )
  })
  return service
}
