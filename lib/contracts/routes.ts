import type { Tag } from './tags.ts'

type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** An operation without schemas and documentation, so that the browser can call it without loading zod. */
export type Route = {
  /** The operation id; also the name of the route, of its contract value and of the command or query. */
  readonly name: string
  readonly tag: Tag
  readonly method: HttpMethod
  /** Starts with `/api`; `{name}` marks a parameter. */
  readonly path: string
}

// The annotation lets the bundler drop the routes that no page uses.
/* @__NO_SIDE_EFFECTS__ */
export const route = <
  const Name extends string,
  const T extends Tag,
  const Method extends HttpMethod,
  const Path extends string,
>(
  name: Name,
  tag: T,
  method: Method,
  path: Path,
) => ({ name, tag, method, path })

// Every page loads these routes, which scripts of pages call. An endpoint that no script calls has its route in its
// contract.

export const listPeopleNames = route('listPeopleNames', 'Users', 'GET', '/api/app/v1/people-names')

export const getChange = route('getChange', 'Changes', 'GET', '/api/itsm/v1/changes/{number}')
export const listSimilarChanges = route(
  'listSimilarChanges',
  'Changes',
  'GET',
  '/api/app/v1/changes/{number}/similar-changes',
)

export const listIncidents = route('listIncidents', 'Incidents', 'GET', '/api/itsm/v1/incidents')

export const getImprovement = route('getImprovement', 'Improvements', 'GET', '/api/itsm/v1/improvements/{id}')
export const listImprovements = route('listImprovements', 'Improvements', 'GET', '/api/itsm/v1/improvements')

export const createArticle = route('createArticle', 'Articles', 'POST', '/api/docs/v1/articles')
export const getArticle = route('getArticle', 'Articles', 'GET', '/api/docs/v1/articles/{id}')
export const updateArticle = route('updateArticle', 'Articles', 'PATCH', '/api/docs/v1/articles/{id}')

export const getWorklist = route('getWorklist', 'Reviews', 'GET', '/api/app/v1/worklist')
export const listQueue = route('listQueue', 'Reviews', 'GET', '/api/app/v1/queue')
export const countQueue = route('countQueue', 'Reviews', 'GET', '/api/app/v1/queue/counts')
export const completeReview = route('completeReview', 'Reviews', 'POST', '/api/app/v1/reviews/{reference}/completion')
export const findReview = route('findReview', 'Reviews', 'GET', '/api/app/v1/changes/{number}/review')
export const publishLesson = route(
  'publishLesson',
  'Reviews',
  'POST',
  '/api/app/v1/reviews/{reference}/lessons/{key}/publication',
)
export const saveReviewStep = route('saveReviewStep', 'Reviews', 'PUT', '/api/app/v1/reviews/{reference}/steps/{step}')
export const startReview = route('startReview', 'Reviews', 'POST', '/api/app/v1/changes/{number}/review')
export const getReviewReport = route('getReviewReport', 'Reviews', 'GET', '/api/app/v1/changes/{number}/report.pdf')
export const reopenReview = route('reopenReview', 'Reviews', 'POST', '/api/app/v1/reviews/{reference}/reopening')
export const waiveReview = route('waiveReview', 'Reviews', 'POST', '/api/app/v1/reviews/{reference}/waiver')
export const confirmWaiver = route(
  'confirmWaiver',
  'Reviews',
  'POST',
  '/api/app/v1/reviews/{reference}/waiver/confirmation',
)
export const refuseWaiver = route('refuseWaiver', 'Reviews', 'POST', '/api/app/v1/reviews/{reference}/waiver/refusal')
export const extendReview = route('extendReview', 'Reviews', 'POST', '/api/app/v1/reviews/{reference}/extension')
export const returnReview = route('returnReview', 'Reviews', 'POST', '/api/app/v1/reviews/{reference}/return')
export const getSignOff = route('getSignOff', 'Reviews', 'GET', '/api/app/v1/reviews/{reference}/sign-off')
export const signOffReview = route('signOffReview', 'Reviews', 'POST', '/api/app/v1/reviews/{reference}/sign-off')
export const submitReview = route('submitReview', 'Reviews', 'POST', '/api/app/v1/reviews/{reference}/submission')
export const withdrawReview = route('withdrawReview', 'Reviews', 'POST', '/api/app/v1/reviews/{reference}/withdrawal')
export const listReviewVersions = route(
  'listReviewVersions',
  'Reviews',
  'GET',
  '/api/app/v1/reviews/{reference}/versions',
)
export const assignReviews = route('assignReviews', 'Reviews', 'POST', '/api/app/v1/reviews/assignments')
export const completeCleanReviews = route('completeCleanReviews', 'Reviews', 'POST', '/api/app/v1/reviews/completions')
export const listReviewers = route('listReviewers', 'Reviews', 'GET', '/api/app/v1/reviewers')
export const remindReviewers = route('remindReviewers', 'Reviews', 'POST', '/api/app/v1/reviews/reminders')
export const getChangePeople = route('getChangePeople', 'Reviews', 'GET', '/api/app/v1/changes/{number}/people')
export const findRecordOrigin = route('findRecordOrigin', 'Changes', 'GET', '/api/app/v1/origins/{kind}/{number}')
export const listCandidates = route('listCandidates', 'Reviews', 'GET', '/api/app/v1/changes/{number}/candidates')
export const chooseFullForm = route('chooseFullForm', 'Reviews', 'POST', '/api/app/v1/reviews/{reference}/full-form')
export const findCleanCheck = route('findCleanCheck', 'Reviews', 'GET', '/api/app/v1/reviews/{reference}/clean-check')

export const listAttachments = route('listAttachments', 'Attachments', 'GET', '/api/itsm/v1/attachments')
export const getAttachmentContent = route(
  'getAttachmentContent',
  'Attachments',
  'GET',
  '/api/itsm/v1/attachments/{id}/content',
)
export const addAttachment = route('addAttachment', 'Attachments', 'POST', '/api/app/v1/attachments')
export const removeAttachment = route('removeAttachment', 'Attachments', 'DELETE', '/api/app/v1/attachments/{id}')

export const listReviewProposals = route(
  'listReviewProposals',
  'Reviews',
  'GET',
  '/api/app/v1/reviews/{reference}/proposals',
)
export const decideReviewProposal = route(
  'decideReviewProposal',
  'Reviews',
  'POST',
  '/api/app/v1/reviews/{reference}/proposals/{id}/decision',
)

export const addComment = route('addComment', 'Discussion', 'POST', '/api/app/v1/reviews/{reference}/comments')
export const deleteComment = route('deleteComment', 'Discussion', 'DELETE', '/api/app/v1/comments/{id}')
export const editComment = route('editComment', 'Discussion', 'PATCH', '/api/app/v1/comments/{id}')
export const listComments = route('listComments', 'Discussion', 'GET', '/api/app/v1/reviews/{reference}/comments')
export const askRequester = route('askRequester', 'Discussion', 'POST', '/api/app/v1/reviews/{reference}/questions')
export const listRequesterQuestions = route(
  'listRequesterQuestions',
  'Discussion',
  'GET',
  '/api/app/v1/reviews/{reference}/questions',
)

export const setMetricTarget = route('setMetricTarget', 'Insights', 'PUT', '/api/app/v1/insights/{name}/target')

export const findChangeDecision = route('findChangeDecision', 'Policy', 'GET', '/api/app/v1/changes/{number}/decision')

export const searchAll = route('searchAll', 'Search', 'GET', '/api/app/v1/search')
export const listFilterValues = route('listFilterValues', 'Search', 'GET', '/api/app/v1/filter-values')

export const listArticleSummaries = route('listArticleSummaries', 'Articles', 'GET', '/api/app/v1/articles')

export const deleteImprovement = route('deleteImprovement', 'Improvements', 'DELETE', '/api/app/v1/improvements/{id}')
export const editImprovement = route('editImprovement', 'Improvements', 'PATCH', '/api/app/v1/improvements/{id}')
export const settleImprovementLook = route(
  'settleImprovementLook',
  'Improvements',
  'POST',
  '/api/app/v1/improvements/{id}/look',
)

export const createSavedView = route('createSavedView', 'Saved views', 'POST', '/api/app/v1/views')
export const deleteSavedView = route('deleteSavedView', 'Saved views', 'DELETE', '/api/app/v1/views/{id}')

export const listNotifications = route('listNotifications', 'Notifications', 'GET', '/api/app/v1/notifications')
export const readAllNotifications = route(
  'readAllNotifications',
  'Notifications',
  'POST',
  '/api/app/v1/notifications/read',
)
export const readNotification = route(
  'readNotification',
  'Notifications',
  'POST',
  '/api/app/v1/notifications/{id}/read',
)
export const updateMailPreferences = route(
  'updateMailPreferences',
  'Notifications',
  'PATCH',
  '/api/app/v1/mail-preferences',
)

export const listChangeHistory = route('listChangeHistory', 'History', 'GET', '/api/app/v1/changes/{number}/history')

export const changeMyPassword = route('changeMyPassword', 'Sessions', 'PUT', '/api/app/v1/session/password')
export const requestPasswordReset = route('requestPasswordReset', 'Sessions', 'POST', '/api/app/v1/password-resets')
export const resetPassword = route('resetPassword', 'Sessions', 'PUT', '/api/app/v1/password-resets')

export const setMyTimeZone = route('setMyTimeZone', 'Sessions', 'PUT', '/api/app/v1/session/time-zone')
export const setAbsence = route('setAbsence', 'Sessions', 'PUT', '/api/app/v1/absence')
export const deleteAbsence = route('deleteAbsence', 'Sessions', 'DELETE', '/api/app/v1/absence')

export const endMyOtherSessions = route('endMyOtherSessions', 'Sessions', 'POST', '/api/app/v1/sessions/endings')
export const endMySession = route('endMySession', 'Sessions', 'POST', '/api/app/v1/sessions/{id}/ending')

export const createCalendar = route('createCalendar', 'Calendars', 'POST', '/api/app/v1/calendars')
export const revokeCalendar = route('revokeCalendar', 'Calendars', 'DELETE', '/api/app/v1/calendars/{id}')

export const createFirstAdmin = route('createFirstAdmin', 'Settings', 'POST', '/api/app/v1/setup')
