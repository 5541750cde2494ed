import { connectors } from '#lib/contracts/connectors/all-connectors.ts'
import type { Sender } from './sender.ts'
import { signedIn } from './signatures.ts'

/** Events of Jira only say that issues changed; the issues themselves are read through its API. */
export const jiraSender: Sender<'jira'> = {
  verify: signedIn(connectors.jira.events.header, 'sha256='),
  deliveryId: ({ headers }) => headers.get('x-atlassian-webhook-identifier'),
  parse: () => ({ ignored: 'An issue changed; the connection is read.', isHint: true }),
}
