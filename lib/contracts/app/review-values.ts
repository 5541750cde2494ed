/**
 * `not_started`: required by the policy, nothing saved yet. `awaiting_sign_off`: submitted for sign-off. `waived`: no
 * longer required, by the decision of a manager or because the change was cancelled.
 */
export const reviewStatuses = ['not_started', 'in_progress', 'awaiting_sign_off', 'completed', 'waived'] as const
export type ReviewStatus = (typeof reviewStatuses)[number]

/** True if nothing remains to be done for a review. */
export const isClosedReview = (status: ReviewStatus | 'none'): boolean => status === 'completed' || status === 'waived'

/** The short form is one screen for clean changes. */
export const reviewFormKinds = ['full', 'short'] as const

export const riskVerdicts = ['right', 'too_low', 'too_high'] as const

/** The steps of a review that have a form; sign-off follows them. */
export const reviewSteps = ['plan', 'risk', 'incidents', 'outcome', 'improvements', 'lessons'] as const

export const planStepResults = ['done', 'skipped', 'deviated'] as const
export const objectiveAnswers = ['yes', 'partly', 'no'] as const

/** What somebody says who looks at the result of a change again, weeks after its review. */
export const secondLookVerdicts = ['still_good', 'better', 'worse'] as const
export type SecondLookVerdict = (typeof secondLookVerdicts)[number]
/** The state of a second look: before its day, waiting for an answer, or answered. */
export const secondLookStates = ['planned', 'due', ...secondLookVerdicts] as const
export const lessonPublications = ['written', 'masked'] as const
/** What became of a lesson that was offered for a change. */
export const lessonMarks = ['applied', 'not_applicable', 'not_now'] as const
export const incidentDecisions = ['confirmed', 'rejected'] as const

/**
 * The parts that a person can take in a change or its review. Each excludes from waiving, and all but `listed` from
 * signing off.
 */
export const partKinds = [
  'implemented',
  'reviewed',
  'submitted',
  'completed',
  'wrote',
  'imported',
  'issued_token',
  'listed',
] as const
export type PartKind = (typeof partKinds)[number]
/** The parts that are stored; `stated` is the implementer whom a manager stated at a sign-off or waiver. */
export type RecordedPartKind = Exclude<PartKind, 'listed'> | 'stated'

/** A review is completed in the pages, or by a token that sets `pir_completed`. */
export const completionWays = ['review', 'api'] as const

export const reviewReturnKinds = ['returned', 'reopened'] as const

/** The sections of Today about reviews, in order; a review is in at most one of them. */
export const worklistSections = [
  'sign_off',
  'confirm_waiver',
  'returned',
  'mine_overdue',
  'mine',
  'submitted',
  'unassigned',
  'overdue',
] as const
export type WorklistSection = (typeof worklistSections)[number]

/** True for sections with reviews of other people that this person decides on; nobody assigns or reminds them. */
export const isForManagers = (section: WorklistSection): boolean =>
  section === 'sign_off' || section === 'confirm_waiver'

/** True for sections whose reviews only the reader can advance; managers assign and remind the others. */
export const isForReader = (section: WorklistSection): boolean => section !== 'unassigned' && section !== 'overdue'

/** True if nobody can edit the forms, because the review is submitted, completed or waived. */
export const isLocked = ({ status }: { status: ReviewStatus }): boolean =>
  status === 'awaiting_sign_off' || isClosedReview(status)
