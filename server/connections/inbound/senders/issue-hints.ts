import type { ParseDelivery } from './delivery.ts'

/** Events of Jira, which only say that issues changed; the issues themselves are read from there. */
export const parseJira: ParseDelivery = () => ({ ignored: 'An issue changed; the connection is read.', isHint: true })
