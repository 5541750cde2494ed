import { defineSender } from '#server/connections/inbound/senders/sender.ts'
import { signedIn } from '#server/connections/inbound/senders/signatures.ts'

const header = 'X-Hub-Signature'

/** Events of Jira only say that issues changed; the issues themselves are read through its API. */
export const jiraEvents = defineSender({
  header,
  uses: [],
  verify: signedIn(header, 'sha256='),
  deliveryId: ({ headers }) => headers.get('x-atlassian-webhook-identifier'),
  parse: () => ({ ignored: 'An issue changed; the connection is read.', isHint: true }),
})
