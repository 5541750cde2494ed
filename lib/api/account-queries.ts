import { getAbsence, getMailPreferences, listMySessions, listNotifications } from '#lib/contracts/routes.ts'
import { endpointQuery } from './endpoint-query.ts'

export const mySessionsQuery = endpointQuery(listMySessions, {})

export const absenceQuery = endpointQuery(getAbsence, {})

export const mailPreferencesQuery = endpointQuery(getMailPreferences, {})

/** The newest few, which the bell polls. */
export const newestNotifications = endpointQuery(listNotifications, { query: { limit: 8 } }, { isBackground: true })
