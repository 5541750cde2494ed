import { jira } from '#lib/contracts/connectors/jira.ts'
import type { Sender } from './sender.ts'
import { signedIn } from './signatures.ts'

/** Events of Jira only say that issues changed; the issues themselves are read through its API. */
export const jiraSender: Sender<typeof jira> = {
  verify: signedIn(jira.events.header, 'sha256='),
  deliveryId: ({ headers }) => headers.get('x-atlassian-webhook-identifier'),
  parse: () => ({ ignored: 'An issue changed; the connection is read.', isHint: true }),
}
