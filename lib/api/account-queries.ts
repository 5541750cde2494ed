import { listNotifications } from '#lib/contracts/routes.ts'
import { endpointQuery } from './endpoint-query.ts'

/** The newest notifications, which the bell polls. */
export const newestNotifications = endpointQuery(listNotifications, { query: { limit: 8 } }, { isBackground: true })
