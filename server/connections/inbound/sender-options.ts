import type { ConnectionOptions } from '#lib/contracts/connection-options.ts'
import type { EventOptions } from '#server/connections/inbound/senders/delivery.ts'

/** The options that reading the events of a connection needs. */
export const optionsOfSender = (options: ConnectionOptions): EventOptions => ({
  production: 'production' in options ? options.production : [],
  services: 'services' in options ? options.services : {},
  fields: 'fields' in options ? options.fields : {},
})
