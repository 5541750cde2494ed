import { expect, test } from 'vitest'
import { allEndpoints } from './all-endpoints.ts'
import { type Access, hasRole, mayCall } from './endpoint.ts'

// server/platform/api/access.test.ts derives its expectations from the contracts; these tests check the contracts.
const listEndpointNames = (fits: (access: Access, method: string) => boolean) =>
  allEndpoints.flatMap(({ name, access, method }) => (fits(access, method) ? [name] : [])).toSorted()

const splitNames = (names: string): readonly string[] => names.trim().split(/\s+/)

/** Shown when a list of names does not match. */
const advice = 'access is stated twice on purpose: add a new endpoint to this list, or correct its access'

const isFor = (role: string) => (access: Access) =>
  typeof access !== 'string' && 'role' in access && access.role === role

const publicEndpoints = splitNames(`
  answerRequesterQuestion getHealth getOpenApi getReadiness getTokenOpenApi readCalendar showUnsubscribe
  unsubscribe requestPasswordReset resetPassword createFirstAdmin getCheckpoint getConsistency getLeaf
  getLeafProof getLedgerKey
`)

test('allows anyone only the state of the service, its description, its ledger, and links and a code that are their own credential', () => {
  expect(
    listEndpointNames((access) => access === 'public'),
    advice,
  ).toEqual(publicEndpoints.toSorted())
})

test('checks the signature of events alone, without a token or a session', () => {
  expect(
    listEndpointNames((access) => access === 'signature'),
    advice,
  ).toEqual(['receiveEvent'])
})

test('allows a token of any system only the metrics', () => {
  const anySystemEndpoints = listEndpointNames(
    (access) => typeof access !== 'string' && 'system' in access && access.system === 'any',
  )
  expect(anySystemEndpoints).toEqual(['getMetrics'])
})

const ownWrites = splitNames(`
  changeMyPassword endMyOtherSessions endMySession endMySessions updateMailPreferences setMyTimeZone
  readAllNotifications readNotification createSavedView deleteSavedView setAbsence
  deleteAbsence createCalendar revokeCalendar
`)

test('allows a viewer to write only their own data', () => {
  expect(
    listEndpointNames((access, method) => method !== 'GET' && isFor('viewer')(access)),
    advice,
  ).toEqual(ownWrites.toSorted())
})

const audits = ['countAuditSources', 'createAudit', 'drawAudit', 'explainAuditDeployment', 'updateAuditChange']

test('allows an auditor to read what a manager reads, and to write only audits and their own data', () => {
  for (const endpoint of allEndpoints.filter(({ method }) => method === 'GET')) {
    expect(mayCall('auditor', endpoint), endpoint.name).toBe(mayCall('manager', endpoint))
  }
  const isPrivate = (access: Access) => typeof access !== 'string'
  const written = allEndpoints.filter(
    (endpoint) => endpoint.method !== 'GET' && isPrivate(endpoint.access) && mayCall('auditor', endpoint),
  )
  expect(written.map(({ name }) => name).toSorted()).toEqual([...audits, ...ownWrites].toSorted())
})

test('gives an auditor no rank above a viewer', () => {
  expect(hasRole('auditor', 'viewer')).toBe(true)
  expect(hasRole('auditor', 'reviewer')).toBe(false)
})

test('allows an owner without the role to write only an action of theirs', () => {
  expect(
    listEndpointNames((access) => typeof access !== 'string' && 'orOwner' in access),
    advice,
  ).toEqual([
    'addAttachment',
    'addReading',
    'editImprovement',
    'markLesson',
    'measureNow',
    'putMeasures',
    'removeAttachment',
  ])
})

test('requires scope write of a token for every write', () => {
  const writesByRead = listEndpointNames(
    (access, method) => typeof access !== 'string' && 'scope' in access && access.scope === 'read' && method !== 'GET',
  )
  expect(writesByRead).toEqual([])
})

test('allows accounts, tokens and settings only to admins', () => {
  const accountEndpoints = ['createAccount', 'endAccountSessions', 'listAccounts', 'updateAccount']
  const personalDataEndpoints = ['erasePerson', 'getPersonalData', 'previewErasure']
  const invitationEndpoints = ['inviteAccount', 'inviteImported', 'revokeInvitation']
  const tokenEndpoints = ['createApiToken', 'listApiTokens', 'revokeApiToken']
  const settingEndpoints = [
    'confirmOriginal',
    'getSettings',
    'getSystem',
    'previewRetention',
    'retryMail',
    'testMail',
    'testProvider',
    'updateSettings',
  ]
  const connectionEndpoints = splitNames(`
    createConnection updateConnection deleteConnection checkConnection runConnection
    sampleTable settleWrite retryEvent
  `)
  const webhookEndpoints = splitNames(`
    listWebhooks createWebhook getWebhook updateWebhook deleteWebhook makeWebhookSecret testWebhook listDeliveries
    getDelivery replayDelivery replayDeliveries
  `)
  const serviceEndpoints = [...tokenEndpoints, ...connectionEndpoints, ...webhookEndpoints, ...settingEndpoints]
  const names = [...accountEndpoints, ...personalDataEndpoints, ...invitationEndpoints, ...serviceEndpoints]
  expect(listEndpointNames(isFor('admin')), advice).toEqual(names.toSorted())
})

const importEndpoints = splitNames(`
  importRecords getRecordImport getRefusedRecords importArticles getArticleImport getRefusedArticles
  importResources getResourceImport getRefusedResources
`)

test.each(importEndpoints)('allows %s to tokens of its system and to managers', (name) => {
  const access = allEndpoints.find((endpoint) => endpoint.name === name)?.access
  expect(access).toMatchObject({ system: expect.any(String), role: 'manager' })
})

const managerEndpoints = splitNames(`
  waiveReview confirmWaiver refuseWaiver signOffReview returnReview completeCleanReviews remindReviewers
  listHistory createPolicyRule updatePolicyRule orderPolicyRules deletePolicyRule confirmRuleEnd previewPolicyRule
  createHolidays listHolidayCountries listHolidayProposals createHoliday deleteHoliday createReviewerGroup updateReviewerGroup
  deleteReviewerGroup setServiceReviewer deleteServiceReviewer listImports uploadImport getImport updateImport
  runImport cancelImport deleteImport undoImport listRefusedRows getRefusedRows sendMendedRows listSavedMappings
  saveMapping listUnrecordedChanges reviewUnrecordedChange dismissUnrecordedChange setLegalHold
  listAudits getAudit listAuditPopulation listAuditSample getAuditPack
`)

test.each([...audits, ...managerEndpoints])('allows %s only to managers', (name) => {
  expect(allEndpoints.find((endpoint) => endpoint.name === name)?.access).toMatchObject({ role: 'manager' })
})

const peopleEndpoints = splitNames(`
  startReview submitReview withdrawReview completeReview completeCleanReviews signOffReview returnReview
  reopenReview waiveReview confirmWaiver refuseWaiver extendReview takeSecondLook saveReviewStep publishLesson chooseFullForm
  nameService markLesson
  listImports uploadImport getImport updateImport previewImport runImport cancelImport deleteImport undoImport
  listRefusedRows getRefusedRows sendMendedRows listSavedMappings saveMapping
  reassignWork askQuestion addComment editComment deleteComment
  decideReviewProposal addAttachment removeAttachment getSession changeMyPassword endMySessions listMySessions
  endMySession endMyOtherSessions getMailPreferences getPersonalData previewErasure erasePerson
  updateMailPreferences setMyTimeZone setAbsence deleteAbsence
  createCalendar revokeCalendar listNotifications readNotification readAllNotifications
  measureNow listSavedViews createSavedView deleteSavedView reviewUnrecordedChange dismissUnrecordedChange setLegalHold
  createPolicyRule updatePolicyRule orderPolicyRules deletePolicyRule confirmRuleEnd createHoliday createHolidays
  deleteHoliday setSecondLookRule setMetricTarget writeConclusion signConclusion decideStandard confirmStandard setStandardRule nameModel updateControl setServiceReviewer deleteServiceReviewer createReviewerGroup updateReviewerGroup
  deleteReviewerGroup createFactor deleteFactor createReviewCheck updateReviewCheck deleteReviewCheck
`)

test('closes to service accounts what belongs to one person, and each step that a person answers for', () => {
  const isForPeople = (access: Access) => typeof access !== 'string' && 'onlyPeople' in access
  expect(listEndpointNames(isForPeople), advice).toEqual([...audits, ...peopleEndpoints].toSorted())
})

test('leaves every write of the policy to people', () => {
  const writes = allEndpoints.filter(
    ({ method, path, name }) =>
      path.startsWith('/api/app/v1/policy/') && method !== 'GET' && name !== 'previewPolicyRule',
  )
  expect(writes.length).toBeGreaterThan(10)
  for (const { name, access } of writes) expect(access, name).toMatchObject({ onlyPeople: true })
})

/** Endpoints of records that everybody of a role shares, by the part of the path that names the record. */
const shared: Readonly<Record<string, RegExp>> = {
  'the directory, changes, improvements and articles': /^\/api\/(?:v1|itsm\/v1|docs\/v1)\//,
  'reviews and attachments, by their own rules': /^\/api\/app\/v1\/(?:changes|incidents|reviews|origins|attachments)\//,
  'improvements, insights and the policy': /^\/api\/app\/v1\/(?:improvements|insights|policy)\//,
  'what managers share': /^\/api\/app\/v1\/(?:imports|import-mappings|unrecorded-changes|controls|audits)\//,
  'what admins share': /^\/api\/app\/v1\/(?:accounts|tokens|connections|webhooks|system)\//,
  'what has its own credential': /^\/api\/(?:events\/v1|app\/v1\/unsubscribe|calendars\/v1)\//,
}

/** The tests beside their commands show that others cannot read, change or delete these. */
const ofOnePerson = splitNames(`
  answerRequesterQuestion deleteComment deleteSavedView editComment endMySession readNotification revokeCalendar
`)

test('each endpoint of one record is known to be of one person, or of all who have its role', () => {
  const ofOneRecord = allEndpoints.filter(
    ({ params, path }) => params && !Object.values(shared).some((pattern) => pattern.test(path)),
  )
  expect(ofOneRecord.map(({ name }) => name).toSorted(), advice).toEqual(ofOnePerson)
})
