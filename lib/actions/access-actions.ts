import { pagePaths } from '#lib/domain/page-paths.ts'
import { formatDay } from '#lib/time/format-time.ts'
import { type ActionDeclaration, declareActions, type SentenceParts } from './action.ts'

/** Fields that change with these writes, because each of them ends sessions. */
const sessionFields = ['session_version', 'password', 'is_disabled', 'reset_through', 'session', 'sessions']

/** An assistant called a tool. */
const toolCalled: ActionDeclaration = {
  sentence: ({ to }) => ['called the tool', to('tool', ' '), ' as an assistant'],
  follows: ['tool'],
}

const downloaded: ActionDeclaration = { sentence: ({ to }) => ['downloaded ', to('file')], follows: ['file'] }

const describeAccount = ({ isOwn, record }: SentenceParts) => (isOwn ? ['their own account'] : record('the account of'))

const describeCalendar = ({ recorded }: SentenceParts) => `their calendar of ${recorded('calendar')}`

export const accountActions = declareActions('account', {
  asked: toolCalled,
  create: { sentence: ({ record, to }) => ['created ', record(), to('role', ' as ')] },
  update: { follows: ['session_version'] },
  disabled: { sentence: (parts) => ['disabled ', describeAccount(parts)], follows: sessionFields },
  enabled: { sentence: (parts) => ['enabled ', describeAccount(parts)], follows: sessionFields },
  password_set: { sentence: ({ record }) => [record('set a new password for')], follows: sessionFields },
  password_changed: { sentence: () => ['changed their password'], follows: sessionFields },
  password_reset: { sentence: () => ['set a new password by a mailed link'], follows: sessionFields },
  invitation_accepted: { sentence: () => ['accepted the invitation'], follows: sessionFields },
  invited: { sentence: ({ record }) => [record('invited')], follows: ['invited_until'] },
  invited_again: { sentence: ({ record }) => [record('invited'), ' again'], follows: ['invited_until'] },
  invitation_revoked: { sentence: ({ record }) => [record('revoked the invitation of')], follows: ['invited_until'] },
  downloaded,
  erased: { sentence: ({ record }) => [record('erased the personal data of')], follows: ['erased_rows'] },
  absence_set: {
    sentence: ({ to }) => ['is away until ', to('away_until'), to('delegate', ', represented by ')],
    notifies: (facts: {
      readonly name: string
      readonly delegate: string
      readonly starts_on: string
      readonly ends_on: string
    }) => [
      {
        to: [facts.delegate],
        kind: 'delegate_chosen',
        title: `You stand in for ${facts.name}`,
        body: `From ${formatDay(facts.starts_on)} to ${formatDay(facts.ends_on)}, reviews and actions that would be assigned to ${facts.name} are assigned to you, and Today shows their work.`,
        path: pagePaths.start,
      },
    ],
  },
  absence_removed: { sentence: () => ['removed their absence'], follows: ['away_from', 'away_until', 'delegate'] },
  calendar_created: { sentence: (parts) => ['created ', describeCalendar(parts)], follows: ['calendar'] },
  calendar_replaced: {
    sentence: (parts) => ['replaced the URL of ', describeCalendar(parts)],
    follows: ['calendar'],
  },
  calendar_revoked: { sentence: (parts) => ['revoked ', describeCalendar(parts)], follows: ['calendar'] },
  session_ended: { sentence: () => ['ended one of their sessions'], follows: sessionFields },
  other_sessions_ended: { sentence: () => ['ended all their other sessions'], follows: sessionFields },
  sessions_ended: { sentence: (parts) => ['ended all sessions of ', describeAccount(parts)], follows: sessionFields },
  linked: {
    sentence: (parts) => ['linked ', describeAccount(parts), ' to the identity provider'],
    follows: ['provider_subject'],
  },
  unlinked: {
    sentence: (parts) => ['unlinked ', describeAccount(parts), ' from the identity provider'],
    follows: ['provider_subject'],
  },
})

export const tokenActions = declareActions('api_token', {
  asked: toolCalled,
  downloaded,
  revoked: { sentence: ({ record }) => ['revoked ', record()], follows: ['revoked_at'] },
})
