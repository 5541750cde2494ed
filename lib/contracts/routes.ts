import type { Tag } from './tags.ts'

type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** An operation without schemas and documentation: enough for a call in the browser, without loading zod. */
export type Route = {
  readonly tag: Tag
  readonly method: HttpMethod
  /** Starts with `/api`; `{name}` marks a parameter. */
  readonly path: string
}

// The annotation lets the bundler drop the routes that no page uses.
/* @__NO_SIDE_EFFECTS__ */
export const route = <const T extends Tag, const Method extends HttpMethod, const Path extends string>(
  tag: T,
  method: Method,
  path: Path,
) => ({ tag, method, path })

export const getUser = route('Users', 'GET', '/api/v1/users/{id}')
export const listUsers = route('Users', 'GET', '/api/v1/users')
export const listPeopleNames = route('Users', 'GET', '/api/app/v1/people-names')

export const listProducts = route('Products', 'GET', '/api/v1/products')

export const getChange = route('Changes', 'GET', '/api/itsm/v1/changes/{number}')

export const listIncidents = route('Incidents', 'GET', '/api/itsm/v1/incidents')
export const getIncident = route('Incidents', 'GET', '/api/itsm/v1/incidents/{number}')
export const listIncidentDecisions = route('Incidents', 'GET', '/api/app/v1/incidents/{number}/decisions')

export const createImprovement = route('Improvements', 'POST', '/api/itsm/v1/improvements')
export const getImprovement = route('Improvements', 'GET', '/api/itsm/v1/improvements/{id}')
export const listImprovements = route('Improvements', 'GET', '/api/itsm/v1/improvements')

export const createArticle = route('Articles', 'POST', '/api/docs/v1/articles')
export const getArticle = route('Articles', 'GET', '/api/docs/v1/articles/{id}')
export const listArticles = route('Articles', 'GET', '/api/docs/v1/articles')
export const updateArticle = route('Articles', 'PATCH', '/api/docs/v1/articles/{id}')

export const getWorklist = route('Reviews', 'GET', '/api/app/v1/worklist')
export const listQueue = route('Reviews', 'GET', '/api/app/v1/queue')
export const countQueue = route('Reviews', 'GET', '/api/app/v1/queue/counts')
export const completeReview = route('Reviews', 'POST', '/api/app/v1/reviews/{reference}/completion')
export const findReview = route('Reviews', 'GET', '/api/app/v1/changes/{number}/review')
export const publishLesson = route('Reviews', 'POST', '/api/app/v1/reviews/{reference}/lessons/{key}/publication')
export const saveReviewStep = route('Reviews', 'PUT', '/api/app/v1/reviews/{reference}/steps/{step}')
export const startReview = route('Reviews', 'POST', '/api/app/v1/changes/{number}/review')
export const reopenReview = route('Reviews', 'POST', '/api/app/v1/reviews/{reference}/reopening')
export const waiveReview = route('Reviews', 'POST', '/api/app/v1/reviews/{reference}/waiver')
export const returnReview = route('Reviews', 'POST', '/api/app/v1/reviews/{reference}/return')
export const getSignOff = route('Reviews', 'GET', '/api/app/v1/reviews/{reference}/sign-off')
export const signOffReview = route('Reviews', 'POST', '/api/app/v1/reviews/{reference}/sign-off')
export const submitReview = route('Reviews', 'POST', '/api/app/v1/reviews/{reference}/submission')
export const withdrawReview = route('Reviews', 'POST', '/api/app/v1/reviews/{reference}/withdrawal')
export const listReviewVersions = route('Reviews', 'GET', '/api/app/v1/reviews/{reference}/versions')
export const assignReviews = route('Reviews', 'POST', '/api/app/v1/reviews/assignments')
export const completeCleanReviews = route('Reviews', 'POST', '/api/app/v1/reviews/completions')
export const listReviewers = route('Reviews', 'GET', '/api/app/v1/reviewers')
export const remindReviewers = route('Reviews', 'POST', '/api/app/v1/reviews/reminders')
export const getChangePeople = route('Reviews', 'GET', '/api/app/v1/changes/{number}/people')
export const listCandidates = route('Reviews', 'GET', '/api/app/v1/changes/{number}/candidates')
export const chooseFullForm = route('Reviews', 'POST', '/api/app/v1/reviews/{reference}/full-form')
export const findCleanCheck = route('Reviews', 'GET', '/api/app/v1/reviews/{reference}/clean-check')

export const addComment = route('Discussion', 'POST', '/api/app/v1/reviews/{reference}/comments')
export const deleteComment = route('Discussion', 'DELETE', '/api/app/v1/comments/{id}')
export const editComment = route('Discussion', 'PATCH', '/api/app/v1/comments/{id}')
export const listComments = route('Discussion', 'GET', '/api/app/v1/reviews/{reference}/comments')
export const answerRequesterQuestion = route('Discussion', 'POST', '/api/app/v1/answers/{secret}')
export const askRequester = route('Discussion', 'POST', '/api/app/v1/reviews/{reference}/questions')
export const listRequesterQuestions = route('Discussion', 'GET', '/api/app/v1/reviews/{reference}/questions')

export const getInsights = route('Insights', 'GET', '/api/app/v1/insights')
export const listOutcomes = route('Insights', 'GET', '/api/app/v1/insights/outcomes')
export const listMetricRecords = route('Insights', 'GET', '/api/app/v1/insights/{name}/records')

export const findChangeDecision = route('Policy', 'GET', '/api/app/v1/changes/{number}/decision')

export const searchAll = route('Search', 'GET', '/api/app/v1/search')
export const listFilterValues = route('Search', 'GET', '/api/app/v1/filter-values')

export const listArticleSummaries = route('Articles', 'GET', '/api/app/v1/articles')

export const listArticleFacets = route('Search', 'GET', '/api/app/v1/article-facets')

export const getArticleVotes = route('Articles', 'GET', '/api/app/v1/articles/{id}/vote')
export const voteOnArticle = route('Articles', 'PUT', '/api/app/v1/articles/{id}/vote')
export const withdrawArticleVote = route('Articles', 'DELETE', '/api/app/v1/articles/{id}/vote')

export const deleteImprovement = route('Improvements', 'DELETE', '/api/app/v1/improvements/{id}')
export const editImprovement = route('Improvements', 'PATCH', '/api/app/v1/improvements/{id}')
export const settleImprovementLook = route('Improvements', 'POST', '/api/app/v1/improvements/{id}/look')

export const createSavedView = route('Saved views', 'POST', '/api/app/v1/views')
export const deleteSavedView = route('Saved views', 'DELETE', '/api/app/v1/views/{id}')
export const listSavedViews = route('Saved views', 'GET', '/api/app/v1/views')

export const saveListLayout = route('Saved views', 'PUT', '/api/app/v1/list-layouts/{page}')
export const resetListLayout = route('Saved views', 'DELETE', '/api/app/v1/list-layouts/{page}')

export const listNotifications = route('Notifications', 'GET', '/api/app/v1/notifications')
export const readAllNotifications = route('Notifications', 'POST', '/api/app/v1/notifications/read')
export const readNotification = route('Notifications', 'POST', '/api/app/v1/notifications/{id}/read')
export const getMailPreferences = route('Notifications', 'GET', '/api/app/v1/mail-preferences')
export const unsubscribe = route('Notifications', 'POST', '/api/app/v1/unsubscribe/{token}')
export const updateMailPreferences = route('Notifications', 'PATCH', '/api/app/v1/mail-preferences')

export const listChangeHistory = route('History', 'GET', '/api/app/v1/changes/{number}/history')
export const listIncidentHistory = route('History', 'GET', '/api/app/v1/incidents/{number}/history')
export const listHistory = route('History', 'GET', '/api/app/v1/history')

export const changeMyPassword = route('Sessions', 'PUT', '/api/app/v1/session/password')
export const requestPasswordReset = route('Sessions', 'POST', '/api/app/v1/password-resets')
export const resetPassword = route('Sessions', 'PUT', '/api/app/v1/password-resets')

export const setMyTimeZone = route('Sessions', 'PUT', '/api/app/v1/session/time-zone')
export const getAbsence = route('Sessions', 'GET', '/api/app/v1/absence')
export const setAbsence = route('Sessions', 'PUT', '/api/app/v1/absence')
export const deleteAbsence = route('Sessions', 'DELETE', '/api/app/v1/absence')

export const endMySessions = route('Sessions', 'DELETE', '/api/app/v1/session')

export const endMyOtherSessions = route('Sessions', 'POST', '/api/app/v1/sessions/endings')
export const endMySession = route('Sessions', 'POST', '/api/app/v1/sessions/{id}/ending')
export const listMySessions = route('Sessions', 'GET', '/api/app/v1/sessions')

export const createFirstAdmin = route('Settings', 'POST', '/api/app/v1/setup')
