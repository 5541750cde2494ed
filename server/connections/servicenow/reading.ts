import type { ConnectorContext, OpenConnection } from '#server/connections/connector.ts'
import type { TableApi } from './table-api.ts'

/** The context of a run that reads a connection. */
export type Reading = {
  readonly ctx: ConnectorContext
  readonly connection: OpenConnection
  readonly api: TableApi
}
