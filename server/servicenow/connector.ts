import type { Connector } from '#server/connections/connector.ts'
import { checkServiceNow } from './check.ts'
import { readStreams } from './read-streams.ts'
import { createTableApi } from './table-api.ts'

/** Reads ServiceNow through its Table API. */
export const serviceNow: Connector = {
  check: checkServiceNow,
  async run(ctx, connection) {
    await readStreams(ctx, connection, createTableApi(ctx, connection))
  },
}
