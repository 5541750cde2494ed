import { webhookPaths } from '#lib/domain/webhook-paths.ts'
import { groupDigits } from '#lib/text/grouped.ts'
import { type ActionNotice, declareActions } from './action.ts'

type Stopped = {
  readonly id: string
  readonly name: string
  readonly admins: readonly string[]
  readonly reason: string
}

const toAdmins = ({ id, admins, reason }: Stopped, title: string): readonly ActionNotice[] => [
  { to: admins, kind: 'webhook_stopped', title, body: reason, path: webhookPaths.one(id) },
]

export const webhookActions = declareActions('webhook', {
  secret_made: {
    sentence: ({ record }) => ['made a new secret for ', record()],
    follows: ['secret', 'previous_secret_until'],
  },
  switched_on: { sentence: ({ record }) => ['switched on ', record()], follows: ['state'] },
  switched_off: { sentence: ({ record }) => ['switched off ', record()], follows: ['state'] },
  /** No delivery has succeeded for three days. */
  paused: {
    sentence: ({ record }) => ['paused ', record(), ', because nothing was delivered for three days'],
    follows: ['state'],
    notifies: (facts: Stopped) => toAdmins(facts, `The webhook ${facts.name} is paused`),
  },
  /** The receiver answers 410 Gone. */
  disabled: {
    sentence: ({ record }) => ['disabled ', record(), ', because its receiver is gone'],
    follows: ['state'],
    notifies: (facts: Stopped) => toAdmins(facts, `The webhook ${facts.name} is disabled`),
  },
  tested: { sentence: ({ record }) => ['tested ', record()], follows: ['delivered'] },
  replayed: {
    sentence: ({ record, recorded }) => {
      const count = Number(recorded('replayed'))
      return [`queued ${count === 1 ? 'a delivery' : `${groupDigits(count)} deliveries`} of `, record(), ' again']
    },
    follows: ['replayed'],
  },
})
