import type { Connector } from '#server/connections/connector.ts'
import { checkServiceNow } from './check.ts'
import { compareStreams, isOfOneTable, readStreams } from './read-streams.ts'
import { createTableApi } from './table-api.ts'
import { writeWaiting } from './writes/write-waiting.ts'

/** Reads and writes ServiceNow through its Table API. */
export const serviceNowConnector: Connector = {
  check: checkServiceNow,
  async run(ctx, connection) {
    const api = createTableApi(ctx, connection)
    let failure: unknown
    for (const step of [readStreams, writeWaiting, compareStreams]) {
      try {
        await step(ctx, connection, api)
      } catch (error) {
        if (!isOfOneTable(error)) throw error
        failure ??= error
      }
    }
    if (failure !== undefined) throw failure
  },
}
