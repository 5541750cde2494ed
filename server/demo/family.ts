import type { ChangeRecord, ChangeState, Document } from '#lib/contracts/changes.ts'
import type { ServiceName, TeamName } from './catalogue.ts'
import type { Story, StoryReview } from './story.ts'

/** When a kind of change is carried out; which day and hour exactly is drawn. */
export type WorkingHours = 'office' | 'evening' | 'night' | 'weekend'

/**
 * A kind of change that is carried out again and again, with one plan for all of them. Its texts may hold `<slot>`,
 * filled from the `slots` of each change; `<service>` is the first service.
 */
export type Family = {
  readonly key: string
  readonly team: TeamName
  readonly type: ChangeRecord['type']
  readonly risk: ChangeRecord['risk']
  readonly hours: WorkingHours
  /** Planned length in minutes. */
  readonly minutes: number
  readonly plan: Document | null
  readonly riskAssessment: Document | null
  readonly backout: Document | null
  readonly endings: Readonly<Record<string, Ending>>
  readonly changes: readonly FamilyChange[]
}

export type FamilyChange = {
  readonly title: string
  readonly services: readonly [ServiceName, ...ServiceName[]]
  readonly slots?: Readonly<Record<string, string>>
  /** How it went; left out: as planned, and closed without owing a review. */
  readonly ending?: string
  /** What shows while nobody has reviewed it; a reviewed change has the incidents of its ending. */
  readonly incidents?: Story['incidents']
  readonly closeCode?: Story['closeCode']
  readonly unauthorized?: true
  /** Left out: closed. */
  readonly state?: ChangeState
  /** Where it must come after another change; left out: drawn. */
  readonly weeksAgo?: number
}

/** How a change of a family went, what its review said, and what came of it. */
type Ending = Pick<Story, 'incidents' | 'improvements' | 'lessons'> & {
  /** `afterDays` left out: some days after the last incident was resolved. */
  readonly review: Omit<StoryReview, 'afterDays'> & Partial<Pick<StoryReview, 'afterDays'>>
  /** How long it took. Left out: less than planned. */
  readonly minutes?: number
}
