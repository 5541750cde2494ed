import { defineSender } from '#server/connections/inbound/senders/sender.ts'
import { verifyHmacIn } from '#server/connections/inbound/senders/signatures.ts'

const header = 'X-Hub-Signature'

/** Events of Jira, which only report that issues changed; the issues are read through its API. */
export const jiraEvents = defineSender({
  header,
  uses: [],
  verify: verifyHmacIn(header, 'sha256='),
  deliveryId: ({ headers }) => headers.get('x-atlassian-webhook-identifier'),
  parse: () => ({ ignored: 'An issue changed; the connection is read.', isHint: true }),
})
