import type { Connector } from '#server/connections/connector.ts'
import { checkServiceNow } from './check.ts'
import { readStreams } from './read-streams.ts'
import { ServiceNowError } from './service-now-error.ts'
import { createTableApi } from './table-api.ts'
import { writeWaiting } from './writes/write-waiting.ts'

/** Reads and writes ServiceNow through its Table API. */
export const serviceNow: Connector = {
  check: checkServiceNow,
  async run(ctx, connection) {
    const api = createTableApi(ctx, connection)
    let failure: ServiceNowError | undefined
    try {
      await readStreams(ctx, connection, api)
    } catch (error) {
      // A table that cannot be read does not keep the reviews from being written.
      if (!(error instanceof ServiceNowError) || error.reason === 'sign_in') throw error
      failure = error
    }
    await writeWaiting(ctx, connection, api)
    if (failure) throw failure
  },
}
