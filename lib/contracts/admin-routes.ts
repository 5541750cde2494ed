import { route } from './routes.ts'

// Separate from `routes.ts`, which every page loads.

export const createPolicyRule = route('createPolicyRule', 'Policy', 'POST', '/api/app/v1/policy/rules')
export const deletePolicyRule = route('deletePolicyRule', 'Policy', 'DELETE', '/api/app/v1/policy/rules/{id}')
export const orderPolicyRules = route('orderPolicyRules', 'Policy', 'PUT', '/api/app/v1/policy/order')
export const previewPolicyRule = route('previewPolicyRule', 'Policy', 'POST', '/api/app/v1/policy/preview')
export const updatePolicyRule = route('updatePolicyRule', 'Policy', 'PATCH', '/api/app/v1/policy/rules/{id}')
export const createHoliday = route('createHoliday', 'Policy', 'POST', '/api/app/v1/policy/holidays')
export const deleteHoliday = route('deleteHoliday', 'Policy', 'DELETE', '/api/app/v1/policy/holidays/{day}')
export const createHolidays = route('createHolidays', 'Policy', 'POST', '/api/app/v1/policy/holidays/additions')
export const listHolidayCountries = route(
  'listHolidayCountries',
  'Policy',
  'GET',
  '/api/app/v1/policy/holiday-countries',
)
export const listHolidayProposals = route(
  'listHolidayProposals',
  'Policy',
  'GET',
  '/api/app/v1/policy/holiday-proposals',
)
export const deleteReviewerGroup = route('deleteReviewerGroup', 'Policy', 'DELETE', '/api/app/v1/policy/groups/{id}')
export const deleteServiceReviewer = route(
  'deleteServiceReviewer',
  'Policy',
  'DELETE',
  '/api/app/v1/policy/services/{service}',
)
export const setServiceReviewer = route('setServiceReviewer', 'Policy', 'PUT', '/api/app/v1/policy/services/{service}')
export const createAudit = route('createAudit', 'Audits', 'POST', '/api/app/v1/audits')
export const getAudit = route('getAudit', 'Audits', 'GET', '/api/app/v1/audits/{id}')
export const drawAudit = route('drawAudit', 'Audits', 'POST', '/api/app/v1/audits/{id}/draw')
export const listAuditPopulation = route('listAuditPopulation', 'Audits', 'GET', '/api/app/v1/audits/{id}/population')
export const updateAuditChange = route(
  'updateAuditChange',
  'Audits',
  'PATCH',
  '/api/app/v1/audits/{id}/sample/{number}',
)
export const updateControl = route('updateControl', 'Controls', 'PUT', '/api/app/v1/controls/{id}')
export const listAuditReconciliation = route(
  'listAuditReconciliation',
  'Audits',
  'GET',
  '/api/app/v1/audits/{id}/reconciliation',
)
export const countAuditSources = route('countAuditSources', 'Audits', 'POST', '/api/app/v1/audits/{id}/counts')
export const explainAuditDeployment = route(
  'explainAuditDeployment',
  'Audits',
  'PUT',
  '/api/app/v1/audits/{id}/deployments/{deployment}',
)
export const getPersonalData = route('getPersonalData', 'Accounts', 'GET', '/api/app/v1/personal-data')
export const previewErasure = route('previewErasure', 'Accounts', 'GET', '/api/app/v1/personal-data/erasure')
export const erasePerson = route('erasePerson', 'Accounts', 'POST', '/api/app/v1/personal-data/erasure')
export const createAccount = route('createAccount', 'Accounts', 'POST', '/api/app/v1/accounts')
export const endAccountSessions = route(
  'endAccountSessions',
  'Accounts',
  'DELETE',
  '/api/app/v1/accounts/{id}/sessions',
)
export const inviteAccount = route('inviteAccount', 'Accounts', 'POST', '/api/app/v1/accounts/{id}/invitation')
export const revokeInvitation = route('revokeInvitation', 'Accounts', 'DELETE', '/api/app/v1/accounts/{id}/invitation')
export const updateAccount = route('updateAccount', 'Accounts', 'PATCH', '/api/app/v1/accounts/{id}')
export const reassignWork = route('reassignWork', 'Accounts', 'POST', '/api/app/v1/leavers/reassignments')
export const revokeApiToken = route('revokeApiToken', 'API tokens', 'DELETE', '/api/app/v1/tokens/{id}')
export const listImports = route('listImports', 'Imports', 'GET', '/api/app/v1/imports')
export const uploadImport = route('uploadImport', 'Imports', 'POST', '/api/app/v1/imports')
export const getImport = route('getImport', 'Imports', 'GET', '/api/app/v1/imports/{id}')
export const updateImport = route('updateImport', 'Imports', 'PATCH', '/api/app/v1/imports/{id}')
export const deleteImport = route('deleteImport', 'Imports', 'DELETE', '/api/app/v1/imports/{id}')
export const previewImport = route('previewImport', 'Imports', 'POST', '/api/app/v1/imports/{id}/preview')
export const runImport = route('runImport', 'Imports', 'POST', '/api/app/v1/imports/{id}/run')
export const cancelImport = route('cancelImport', 'Imports', 'POST', '/api/app/v1/imports/{id}/cancel')
export const undoImport = route('undoImport', 'Imports', 'POST', '/api/app/v1/imports/{id}/undo')
export const listRefusedRows = route('listRefusedRows', 'Imports', 'GET', '/api/app/v1/imports/{id}/refused-rows')
export const getRefusedRows = route('getRefusedRows', 'Imports', 'GET', '/api/app/v1/imports/{id}/refused')
export const sendMendedRows = route('sendMendedRows', 'Imports', 'POST', '/api/app/v1/imports/{id}/mended-rows')
export const inviteImported = route('inviteImported', 'Imports', 'POST', '/api/app/v1/imports/{id}/invitations')
export const listSavedMappings = route('listSavedMappings', 'Imports', 'GET', '/api/app/v1/import-mappings')
export const saveMapping = route('saveMapping', 'Imports', 'PUT', '/api/app/v1/import-mappings/{name}')
export const updateSettings = route('updateSettings', 'Settings', 'PATCH', '/api/app/v1/settings')
export const previewRetention = route('previewRetention', 'Settings', 'GET', '/api/app/v1/settings/retention')
export const setLegalHold = route('setLegalHold', 'Changes', 'POST', '/api/app/v1/changes/{number}/legal-hold')
export const testMail = route('testMail', 'Settings', 'POST', '/api/app/v1/settings/mail-test')
export const testProvider = route('testProvider', 'Settings', 'POST', '/api/app/v1/settings/provider-test')
export const retryMail = route('retryMail', 'Settings', 'POST', '/api/app/v1/system/mails/{id}/retry')
export const createConnection = route('createConnection', 'Connections', 'POST', '/api/app/v1/connections')
export const updateConnection = route('updateConnection', 'Connections', 'PATCH', '/api/app/v1/connections/{id}')
export const deleteConnection = route('deleteConnection', 'Connections', 'DELETE', '/api/app/v1/connections/{id}')
export const checkConnection = route('checkConnection', 'Connections', 'POST', '/api/app/v1/connections/{id}/check')
export const runConnection = route('runConnection', 'Connections', 'POST', '/api/app/v1/connections/{id}/run')
export const sampleTable = route(
  'sampleTable',
  'Connections',
  'POST',
  '/api/app/v1/connections/{id}/tables/{table}/sample',
)
export const settleWrite = route(
  'settleWrite',
  'Connections',
  'POST',
  '/api/app/v1/connections/{id}/writes/{write}/decision',
)
export const retryEvent = route(
  'retryEvent',
  'Connections',
  'POST',
  '/api/app/v1/connections/{id}/events/{event}/retry',
)
export const createWebhook = route('createWebhook', 'Webhooks', 'POST', '/api/app/v1/webhooks')
export const updateWebhook = route('updateWebhook', 'Webhooks', 'PATCH', '/api/app/v1/webhooks/{id}')
export const deleteWebhook = route('deleteWebhook', 'Webhooks', 'DELETE', '/api/app/v1/webhooks/{id}')
export const makeWebhookSecret = route('makeWebhookSecret', 'Webhooks', 'POST', '/api/app/v1/webhooks/{id}/secret')
export const testWebhook = route('testWebhook', 'Webhooks', 'POST', '/api/app/v1/webhooks/{id}/test')
export const replayDeliveries = route('replayDeliveries', 'Webhooks', 'POST', '/api/app/v1/webhooks/{id}/replay')
export const replayDelivery = route(
  'replayDelivery',
  'Webhooks',
  'POST',
  '/api/app/v1/webhooks/{id}/deliveries/{delivery}/replay',
)
export const reviewUnrecordedChange = route(
  'reviewUnrecordedChange',
  'Changes',
  'POST',
  '/api/app/v1/unrecorded-changes/{id}/review',
)
export const dismissUnrecordedChange = route(
  'dismissUnrecordedChange',
  'Changes',
  'POST',
  '/api/app/v1/unrecorded-changes/{id}/dismissal',
)
