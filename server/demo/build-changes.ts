import type { CloseCode } from '#lib/contracts/record-values.ts'
import { toDay, toIso } from './calendar.ts'
import type { DemoData } from './demo-data.ts'
import { fillReferences } from './fill-references.ts'
import { inOrder, type RecordNumbers } from './number-records.ts'
import { createRandom } from './random.ts'
import type { ScheduledStory } from './schedule-story.ts'
import type { Story } from './story.ts'

export function buildChanges(stories: readonly ScheduledStory[], numbers: RecordNumbers): DemoData['changes'] {
  return inOrder(
    stories,
    ({ createdAt }) => createdAt,
    ({ story }) => story.key,
  ).map((scheduled) => {
    const { story, review } = scheduled
    const fill = <Value>(value: Value) => fillReferences(value, scheduled, numbers)
    return {
      number: numbers.changeOf(story.key),
      title: fill(story.title),
      state: story.state,
      type: story.type,
      risk: story.risk,
      affectedServices: [...story.services],
      implementationPlan: fill(story.plan),
      riskAssessment: fill(story.riskAssessment),
      backoutPlan: fill(story.backout),
      plannedStart: toIso(scheduled.plannedStart),
      plannedEnd: toIso(scheduled.plannedEnd),
      actualStart: scheduled.actualStart === null ? null : toIso(scheduled.actualStart),
      actualEnd: scheduled.actualEnd === null ? null : toIso(scheduled.actualEnd),
      assignedTo: scheduled.assignee?.email ?? null,
      requestedBy: scheduled.requester.email,
      assignmentGroup: story.team,
      closeCode: scheduled.actualEnd === null ? null : closeCodeOf(story),
      closeNotes: scheduled.actualEnd === null ? null : closeNotes[closeCodeOf(story)],
      isUnauthorized: story.unauthorized ?? false,
      pirCompleted: review !== null,
      pirReference: review ? numbers.reviewOf(story.key) : null,
      pirOutcome: review ? (story.review?.outcome ?? null) : null,
      pirDate: review ? toDay(review.completedAt) : null,
      isStub: false,
      origin: 'demo',
      createdAt: toIso(scheduled.createdAt),
      updatedAt: toIso(scheduled.updatedAt),
    }
  })
}

const closeNotes: Readonly<Record<CloseCode, string>> = {
  successful: 'Carried out as planned. Checks after the work were green.',
  successful_with_issues: 'Carried out. Not everything went as planned; see the work notes.',
  backed_out: 'Backed out as the plan describes. Service was normal afterwards.',
  failed: 'The work did not reach its objective.',
}

/** How the implementer closed the work. Who has just carried it out often knows of no issue: the review finds them. */
function closeCodeOf({ key, closeCode, review }: Story): CloseCode {
  if (closeCode) return closeCode
  if (review?.backout) return review.backout.hasWorked ? 'backed_out' : 'failed'
  if (review?.outcome === 'failed') return 'failed'
  if (review?.outcome === 'partially_successful') return 'successful_with_issues'
  const isNoticed = review?.outcome === 'successful_with_issues' && createRandom(`closed ${key}`).between(1, 10) <= 4
  return isNoticed ? 'successful_with_issues' : 'successful'
}
