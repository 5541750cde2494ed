import type { CloseCode } from '#lib/contracts/record-values.ts'
import { type Instant, toDay, toIso } from './calendar.ts'
import type { DemoData } from './demo-data.ts'
import { fillReferences } from './fill-references.ts'
import { findApprovalTime } from './history/change-events.ts'
import { type RecordNumbers, sortByRecording } from './number-records.ts'
import { getEmail } from './people.ts'
import type { ScheduledStory } from './schedule-story.ts'

const toIsoOrNull = (at: Instant | null) => (at === null ? null : toIso(at))

export function buildChanges(stories: readonly ScheduledStory[], numbers: RecordNumbers): DemoData['changes'] {
  return sortByRecording(stories).map((scheduled) => {
    const { story, review } = scheduled
    const fill = <Value>(value: Value) => fillReferences(value, scheduled, numbers)
    const change = {
      number: numbers.getChange(story.key),
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
      actualStart: toIsoOrNull(scheduled.actualStart),
      actualEnd: toIsoOrNull(scheduled.actualEnd),
      assignedTo: scheduled.assignee?.email ?? null,
      requestedBy: scheduled.requester.email,
      assignmentGroup: story.team,
      closeCode: story.closeCode,
      closeNotes: story.closeCode && closeNotes[story.closeCode],
      isUnauthorized: story.unauthorized,
      pirCompleted: review !== null,
      pirReference: review && numbers.getReview(story.key),
      pirOutcome: (review && story.review?.outcome) ?? null,
      pirDate: review && toDay(review.completedAt),
      isStub: false,
      origin: 'demo',
      createdAt: toIso(scheduled.createdAt),
      updatedAt: toIso(scheduled.updatedAt),
    }
    const approvedAt = story.type === 'standard' ? null : findApprovalTime(change)
    return {
      ...change,
      approvedBy: approvedAt === null ? null : getEmail(story.approver ?? 'Ines Marchetti'),
      approvedAt,
    }
  })
}

const closeNotes: Readonly<Record<CloseCode, string>> = {
  successful: 'Carried out as planned. Checks after the work were green.',
  successful_with_issues: 'Carried out. Not everything went as planned; see the work notes.',
  backed_out: 'Backed out as the plan describes. Service was normal afterwards.',
  failed: 'The work did not reach its objective.',
}
