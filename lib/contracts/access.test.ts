import { expect, test } from 'vitest'
import { allEndpoints } from './all-endpoints.ts'
import { type Access, hasRole, mayCall } from './endpoint.ts'

// e2e/api/access.spec.ts derives its expectations from the contracts; these tests check the contracts.
const namesWith = (fits: (access: Access, method: string) => boolean) =>
  allEndpoints.flatMap(({ name, access, method }) => (fits(access, method) ? [name] : [])).toSorted()

/** Shown when a list of names does not match. */
const advice = 'access is stated twice on purpose: add a new endpoint to this list, or correct its access'

const isFor = (role: string) => (access: Access) =>
  typeof access !== 'string' && 'role' in access && access.role === role

test('allows anyone only the state of the service, its description, its ledger, and links and a code that are their own credential', () => {
  expect(
    namesWith((access) => access === 'public'),
    advice,
  ).toEqual(
    [
      ...[
        'answerRequesterQuestion',
        'getHealth',
        'getOpenApi',
        'getReadiness',
        'getTokenOpenApi',
        'readCalendar',
        'showUnsubscribe',
        'unsubscribe',
      ],
      ...['requestPasswordReset', 'resetPassword', 'createFirstAdmin'],
      ...['getCheckpoint', 'getConsistency', 'getLeaf', 'getLeafProof', 'getLedgerKey'],
    ].toSorted(),
  )
})

test('checks the signature of events alone, without a token or a session', () => {
  expect(
    namesWith((access) => access === 'signature'),
    advice,
  ).toEqual(['receiveEvent'])
})

test('allows a token of any system only the metrics', () => {
  const ofAny = namesWith((access) => typeof access !== 'string' && 'system' in access && access.system === 'any')
  expect(ofAny).toEqual(['getMetrics'])
})

test('allows a viewer to write only their own data', () => {
  const own = [
    ...[
      'changeMyPassword',
      'endMyOtherSessions',
      'endMySession',
      'endMySessions',
      'updateMailPreferences',
      'setMyTimeZone',
    ],
    ...['readAllNotifications', 'readNotification', 'createSavedView', 'deleteSavedView'],
    ...['saveListLayout', 'resetListLayout'],
    ...['setAbsence', 'deleteAbsence', 'createCalendar', 'revokeCalendar'],
    ...['voteOnArticle', 'withdrawArticleVote'],
  ]
  expect(
    namesWith((access, method) => method !== 'GET' && isFor('viewer')(access)),
    advice,
  ).toEqual(own.toSorted())
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
  expect(written.map(({ name }) => name).toSorted()).toEqual(
    [
      ...['changeMyPassword', 'endMyOtherSessions', 'endMySession', 'endMySessions', 'updateMailPreferences'],
      ...['setMyTimeZone', 'readAllNotifications', 'readNotification', 'createSavedView', 'deleteSavedView'],
      ...['saveListLayout', 'resetListLayout', 'setAbsence', 'deleteAbsence', 'createCalendar', 'revokeCalendar'],
      ...audits,
    ].toSorted(),
  )
})

test('gives an auditor no rank above a viewer', () => {
  expect(hasRole('auditor', 'viewer')).toBe(true)
  expect(hasRole('auditor', 'reviewer')).toBe(false)
})

test('allows an owner without the role to write only an action of theirs', () => {
  expect(
    namesWith((access) => typeof access !== 'string' && 'orOwner' in access),
    advice,
  ).toEqual(['addAttachment', 'editImprovement', 'removeAttachment'])
})

test('requires scope write of a token for every write', () => {
  const writesByRead = namesWith(
    (access, method) => typeof access !== 'string' && 'scope' in access && access.scope === 'read' && method !== 'GET',
  )
  expect(writesByRead).toEqual([])
})

test('allows accounts, tokens and settings only to admins', () => {
  const ofAdmins = ['createAccount', 'endAccountSessions', 'listAccounts', 'updateAccount']
  const ofPersonalData = ['erasePerson', 'getPersonalData', 'previewErasure']
  const ofNewPeople = ['inviteAccount', 'inviteImported', 'revokeInvitation']
  const ofTokens = ['createApiToken', 'listApiTokens', 'revokeApiToken']
  const ofSettings = [
    ...['getSettings', 'getSystem', 'previewRetention', 'retryMail', 'testMail', 'testProvider', 'updateSettings'],
  ]
  const ofConnections = [
    ...['listConnections', 'createConnection', 'getConnection', 'updateConnection', 'deleteConnection'],
    ...['checkConnection', 'runConnection', 'sampleTable', 'settleWrite', 'retryEvent'],
  ]
  const ofWebhooks = [
    ...['listWebhooks', 'createWebhook', 'getWebhook', 'updateWebhook', 'deleteWebhook', 'makeWebhookSecret'],
    ...['testWebhook', 'listDeliveries', 'getDelivery', 'replayDelivery', 'replayDeliveries'],
  ]
  const ofServices = [...ofTokens, ...ofConnections, ...ofWebhooks, ...ofSettings]
  const names = [...ofAdmins, ...ofPersonalData, ...ofNewPeople, ...ofServices]
  expect(namesWith(isFor('admin')), advice).toEqual(names.toSorted())
})

test.each([
  ...['importRecords', 'getRecordImport', 'getRefusedRecords', 'importArticles', 'getArticleImport'],
  ...['getRefusedArticles', 'importResources', 'getResourceImport', 'getRefusedResources'],
])('allows %s to tokens of its system and to managers', (name) => {
  const access = allEndpoints.find((endpoint) => endpoint.name === name)?.access
  expect(access).toMatchObject({ system: expect.any(String), role: 'manager' })
})

test.each([
  ...['waiveReview', 'confirmWaiver', 'refuseWaiver'],
  ...['signOffReview', 'returnReview', 'completeCleanReviews', 'remindReviewers', 'listHistory'],
  ...['createPolicyRule', 'updatePolicyRule', 'orderPolicyRules', 'deletePolicyRule', 'previewPolicyRule'],
  ...['createHolidays', 'listHolidayCountries', 'listHolidayProposals'],
  ...['createHoliday', 'deleteHoliday', 'createReviewerGroup', 'updateReviewerGroup', 'deleteReviewerGroup'],
  ...['setServiceReviewer', 'deleteServiceReviewer', 'listImports', 'uploadImport', 'getImport', 'updateImport'],
  ...['runImport', 'cancelImport', 'deleteImport', 'undoImport', 'listRefusedRows', 'getRefusedRows', 'sendMendedRows'],
  ...['listSavedMappings', 'saveMapping', 'deleteSavedMapping'],
  ...['listUnrecordedChanges', 'reviewUnrecordedChange', 'dismissUnrecordedChange', 'setLegalHold'],
  ...['listAudits', 'getAudit', 'listAuditPopulation', 'listAuditSample', 'getAuditPack', ...audits],
])('allows %s only to managers', (name) => {
  expect(allEndpoints.find((endpoint) => endpoint.name === name)?.access).toMatchObject({ role: 'manager' })
})

test('closes to service accounts what belongs to one person, and each step that a person answers for', () => {
  const isForPeople = (access: Access) => typeof access !== 'string' && 'onlyPeople' in access
  expect(namesWith(isForPeople), advice).toEqual(
    [
      ...['startReview', 'submitReview', 'withdrawReview', 'completeReview', 'completeCleanReviews'],
      ...[
        'signOffReview',
        'returnReview',
        'reopenReview',
        'waiveReview',
        'confirmWaiver',
        'refuseWaiver',
        'extendReview',
      ],
      ...['saveReviewStep', 'publishLesson', 'chooseFullForm'],
      ...['listImports', 'uploadImport', 'getImport', 'updateImport', 'previewImport', 'runImport', 'cancelImport'],
      ...['deleteImport', 'undoImport', 'listRefusedRows', 'getRefusedRows', 'sendMendedRows'],
      ...['listSavedMappings', 'saveMapping', 'deleteSavedMapping', 'listLeavers', 'reassignWork'],
      ...['askRequester', 'addComment', 'editComment', 'deleteComment', 'voteOnArticle', 'withdrawArticleVote'],
      'decideReviewProposal',
      ...['addAttachment', 'removeAttachment'],
      ...['getSession', 'changeMyPassword', 'endMySessions', 'listMySessions', 'endMySession', 'endMyOtherSessions'],
      ...[
        'getMailPreferences',
        'getPersonalData',
        'previewErasure',
        'erasePerson',
        'updateMailPreferences',
        'setMyTimeZone',
        'getAbsence',
        'setAbsence',
        'deleteAbsence',
        'saveListLayout',
        'resetListLayout',
      ],
      ...['listCalendars', 'createCalendar', 'revokeCalendar'],
      ...['listNotifications', 'readNotification', 'readAllNotifications'],
      ...['listSavedViews', 'createSavedView', 'deleteSavedView'],
      ...['reviewUnrecordedChange', 'dismissUnrecordedChange', 'setLegalHold'],
      ...audits,
      ...['createPolicyRule', 'updatePolicyRule', 'orderPolicyRules', 'deletePolicyRule'],
      ...[
        'createHoliday',
        'createHolidays',
        'deleteHoliday',
        'setMetricTarget',
        'updateControl',
        'setServiceReviewer',
        'deleteServiceReviewer',
      ],
      ...['createReviewerGroup', 'updateReviewerGroup', 'deleteReviewerGroup'],
    ].toSorted(),
  )
})

test('leaves every write of the policy to people', () => {
  const writes = allEndpoints.filter(
    ({ method, path, name }) =>
      path.startsWith('/api/app/v1/policy/') && method !== 'GET' && name !== 'previewPolicyRule',
  )
  expect(writes.length).toBeGreaterThan(10)
  for (const { name, access } of writes) expect(access, name).toMatchObject({ onlyPeople: true })
})
