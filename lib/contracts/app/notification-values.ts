/** What a notification is about. */
export const notificationKinds = [
  'review_assigned',
  'review_reminder',
  'review_overdue',
  'sign_off_requested',
  'sign_off_reminder',
  'review_returned',
  'review_completed',
  'review_reopened',
  'action_assigned',
  'action_due',
  'action_overdue',
  'action_escalated',
  'action_verification_requested',
  'action_look',
  'action_recheck',
  'comment_mention',
  'comment_added',
  'requester_asked',
  'requester_answered',
] as const
export type NotificationKind = (typeof notificationKinds)[number]
