import * as fc from 'fast-check'
import { relation } from './relation.ts'

export const endSession = relation({
  name: 'an ended session is rejected everywhere',
  isWriting: true,
  // Never the admin, whose session the run uses.
  inputs: () => fc.record({ role: fc.constantFrom('viewer', 'reviewer', 'manager') }),
  async faultOf(ask, { role }, { sessionOf }) {
    const headers = await sessionOf(role)
    const uses = ['getSession', 'listQueue', 'listChanges', 'listSavedViews'] as const
    const attempt = async () => {
      const statuses: number[] = []
      for (const name of uses) {
        const query = name === 'listSavedViews' ? { page: 'changes' } : {}
        // The session replaces the token of the run.
        statuses.push((await ask(name, { query, headers, isAnonymous: true })).status)
      }
      return statuses
    }
    const before = await attempt()
    if (before.some((status) => status !== 200)) return `a new session returned ${before}`
    const ended = await ask('endMySessions', { headers, isAnonymous: true })
    if (ended.status !== 204) return `ending it returned ${ended.status}`
    const after = await attempt()
    return after.every((status) => status === 401) ? null : `an ended session returned ${after}`
  },
})
