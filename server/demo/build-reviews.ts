import { toIso } from './calendar.ts'
import type { DemoReview } from './demo-data.ts'
import { fillReferences } from './fill-references.ts'
import type { RecordNumbers } from './number-records.ts'
import type { ScheduledStory } from './schedule-story.ts'

/** What the completed reviews said, of which a change keeps only reference, outcome and date. */
export function buildReviews(stories: readonly ScheduledStory[], numbers: RecordNumbers): DemoReview[] {
  return stories.flatMap((scheduled) => {
    const { story, review } = scheduled
    if (!story.review || !review) return []
    const { because, outcome, deviations, backout, risk } = fillReferences(story.review, scheduled, numbers)
    return [
      {
        reference: numbers.reviewOf(story.key),
        change: numbers.changeOf(story.key),
        reviewer: review.reviewer.email,
        signedOffBy: review.signedOffBy?.email ?? null,
        completedAt: toIso(review.completedAt),
        outcome,
        justification: because,
        ...(deviations ? { deviations } : {}),
        ...(backout ? { backout } : {}),
        ...(risk ? { risk } : {}),
        incidents: scheduled.incidents.map((incident) => ({
          incident: numbers.incidentOf(story.key, incident.key),
          decision: incident.cause === false ? 'rejected' : 'confirmed',
          reason: incident.reason ?? '',
        })),
      },
    ]
  })
}
