import type { riskVerdicts } from '#lib/contracts/app/review-values.ts'
import type { ChangeRecord, ChangeState, Document, ReviewOutcome } from '#lib/contracts/changes.ts'
import type { improvementStatuses } from '#lib/contracts/improvements.ts'
import type { CloseCode, polarities } from '#lib/contracts/record-values.ts'
import type { Slot } from './calendar.ts'
import type { ServiceName, TeamName } from './catalogue.ts'

/**
 * One change and all that came of it. Texts may hold `{change}`, `{pir}`, `{incident:key}` of the same story and
 * `{change:story}`, `{pir:story}`, `{incident:story/key}` of another; people are named in full, as in people.ts.
 */
export type Story = {
  readonly key: string
  readonly title: string
  readonly type: ChangeRecord['type']
  readonly risk: ChangeRecord['risk']
  readonly state: ChangeState
  /** The first one is where incidents show, unless they say otherwise. */
  readonly services: readonly [ServiceName, ...ServiceName[]]
  readonly team: TeamName
  /** Left out: someone of the team. null: nobody yet. */
  readonly assignee?: string | null
  readonly requester?: string
  readonly planned: Slot
  /** Days before the planned start on which it was recorded; left out: drawn. */
  readonly leadDays?: number
  /** Minutes after the planned start, and how long it took; null when nothing was carried out. */
  readonly actual: { readonly late?: number; readonly minutes: number } | null
  /** How the implementer closed the work; left out: as its review found later, where there is one. */
  readonly closeCode?: CloseCode
  /** Carried out without authorization. */
  readonly unauthorized?: true
  readonly plan: Document | null
  readonly riskAssessment: Document | null
  readonly backout: Document | null
  readonly incidents?: readonly StoryIncident[]
  readonly review?: StoryReview
  readonly improvements?: readonly StoryImprovement[]
  readonly lessons?: readonly StoryLesson[]
}

export type StoryIncident = {
  readonly key: string
  readonly text: string
  readonly priority: 1 | 2 | 3 | 4 | 5
  /** Minutes after the actual start. */
  readonly after: number
  /** Minutes until it was resolved; null while open. */
  readonly lasts: number | null
  readonly service?: ServiceName
  /** Whether `related_change` names the change; most people leave the field empty. */
  readonly linked?: true
  /** false: it only looks as if the change had caused it, and the review rejects it for this reason. */
  readonly cause?: false
  /** Why the review confirmed or rejected it. */
  readonly reason?: string
}

/** What the review of the change said, in the words of the review's forms. */
export type StoryReview = {
  readonly outcome: ReviewOutcome
  /** Working days from the end of the change to the completed review. */
  readonly afterDays: number
  readonly because: string
  /** Left out: drawn from those who review. */
  readonly reviewer?: string
  /** Left out: a manager, where risk, type or outcome ask for a sign-off. */
  readonly signedOffBy?: string
  /** Steps that did not go as planned; every other step was done. `step` stands so in the plan. */
  readonly deviations?: readonly {
    readonly step: string
    readonly result: 'skipped' | 'deviated'
    readonly note: string
  }[]
  /** Left out: the backout plan was not used. */
  readonly backout?: { readonly hasWorked: boolean; readonly note: string }
  /** Left out: rightly rated, nothing missed. */
  readonly risk?: { readonly verdict: (typeof riskVerdicts)[number]; readonly missed: string }
}

export type StoryImprovement = {
  readonly title: string
  readonly description: string
  readonly owner?: string
  readonly category: string
  readonly priority: 'high' | 'medium' | 'low'
  readonly status: (typeof improvementStatuses)[number]
  /** Weeks from the review to the target date. */
  readonly dueWeeks: number
}

export type StoryLesson = {
  readonly title: string
  readonly polarity: (typeof polarities)[number]
  readonly category: string
  readonly subcategory: string
  readonly tags: readonly string[]
  readonly technologies: readonly string[]
  readonly context: string
  readonly happened: string
  readonly lesson: string
  readonly recommendations: readonly string[]
}
