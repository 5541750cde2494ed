import { recordPieces, type Viewpoint, type WordedEvent } from './entity-kinds.ts'
import { after, generalWords, newValue, type Wording } from './general-labels.ts'
import type { Piece } from './pieces.ts'

/** Ended sessions follow from each of these writes. */
const covered = ['session_version', 'password', 'is_disabled', 'provider_subject', 'session', 'sessions']

export function accountWords(event: WordedEvent, view: Viewpoint): Wording {
  const { action, changes, names, entity_id: id, actor_name: actor } = event
  if (action === 'create') {
    const role = after(' as ', newValue(event, 'role'))
    return { sentence: ['created ', ...recordPieces(event, view), ...role], covered: 'all' }
  }
  const isOwn = actor !== undefined && names[id] === actor
  const account = (noun: string): Piece[] => (isOwn ? ['their own account'] : recordPieces(event, view, noun))
  if (changes.is_disabled) {
    return { sentence: [changes.is_disabled.to ? 'disabled ' : 'enabled ', ...account('the account of')], covered }
  }
  if (changes.password) {
    if (changes.reset_through) {
      const isInvited = changes.reset_through.to === 'invitation'
      const sentence = [isInvited ? 'accepted the invitation' : 'set a new password by a mailed link']
      return { sentence, covered: [...covered, 'reset_through'] }
    }
    const sentence = isOwn ? ['changed their password'] : recordPieces(event, view, 'set a new password for')
    return { sentence, covered }
  }
  if (changes.away_until) {
    const { to } = changes.away_until
    const sentence =
      to === null
        ? ['removed their absence']
        : [
            'is away until ',
            ...newValue(event, 'away_until'),
            ...after(', represented by ', newValue(event, 'delegate')),
          ]
    return { sentence, covered: ['away_until', 'delegate'] }
  }
  if (changes.invited_until) {
    const { from, to } = changes.invited_until
    const verb = to === null ? 'revoked the invitation of' : from === null ? 'invited' : 'invited again'
    return { sentence: recordPieces(event, view, verb), covered: ['invited_until'] }
  }
  if (changes.session) return { sentence: ['ended one of their sessions'], covered }
  if (changes.sessions) return { sentence: ['ended all their other sessions'], covered }
  if (changes.provider_subject) {
    const [verb, end] = changes.provider_subject.to
      ? ['linked ', ' to the identity provider']
      : ['unlinked ', ' from the identity provider']
    return { sentence: [verb, ...account('the account of'), end], covered }
  }
  const { session_version: sessions, ...others } = changes
  if (sessions && Object.keys(others).length === 0) {
    return { sentence: ['ended all sessions of ', ...account('the account of')], covered }
  }
  return generalWords({ ...event, changes: others }, view)
}

export function tokenWords(event: WordedEvent, view: Viewpoint): Wording {
  if (!event.changes.revoked_at) return generalWords(event, view)
  return { sentence: ['revoked ', ...recordPieces(event, view)], covered: 'all' }
}
