import type { Attack } from '../attack.ts'
import { followEvents } from '../follow-events.ts'
import { bearerOf } from '../headers.ts'

/** More long polls of one caller than may wait. */
export const crowdLongPolls: Attack = {
  name: 'crowd-long-polls',
  connections: 300,
  async prepare({ baseUrl, tokens }) {
    const headers = bearerOf(tokens.itsm.read)
    const feed = await followEvents(baseUrl, tokens.itsm.read)
    return () => new Request(`${baseUrl}${feed}&wait=20`, { headers })
  },
}
