/** Minimum length of a password, in characters. */
export const minPasswordLength = 12

export const tokenStates = ['active', 'expired', 'revoked'] as const
export type TokenState = (typeof tokenStates)[number]

/** Maximum bytes of the logo of the organisation, which is part of every page. */
export const maxLogoBytes = 24 * 1024

/**
 * The body that a webhook sends: type, time and reference of an event; the record too; a CloudEvent; or a message for a
 * channel of Slack or Teams.
 */
export const webhookFormats = ['thin', 'record', 'cloudevent', 'slack', 'teams'] as const
export type WebhookFormat = (typeof webhookFormats)[number]

/** `paused`: every attempt failed for three days. `gone`: the receiver answered 410. */
export const webhookStates = ['on', 'off', 'paused', 'gone'] as const

/** `failed`: given up after the last attempt. */
export const deliveryStates = ['waiting', 'delivered', 'failed'] as const
export type DeliveryState = (typeof deliveryStates)[number]

/** The frameworks with requirements on changes, in the order of the page. */
export const frameworkIds = ['dora', 'soc2', 'iso27001', 'pcaob', 'itil'] as const
export type FrameworkId = (typeof frameworkIds)[number]

/** The requirements, in the order of the frameworks. */
export const requirementIds = [
  'dora_17_1_a',
  'dora_17_1_b',
  'dora_17_1_c',
  'dora_17_1_d',
  'dora_17_1_e',
  'dora_17_1_f',
  'dora_17_1_g',
  'dora_17_1_h',
  'soc2_cc8_1',
  'iso_27001_a_8_32',
  'pcaob_as_1105_10a',
  'itil_change_enablement',
] as const
export type RequirementId = (typeof requirementIds)[number]

/** The subjects of notifications. */
export const notificationKinds = [
  'review_assigned',
  'review_reminder',
  'review_overdue',
  'sign_off_requested',
  'sign_off_reminder',
  'review_returned',
  'review_completed',
  'review_reopened',
  'review_waived',
  'waiver_requested',
  'waiver_refused',
  'review_reason_added',
  'review_extended',
  'second_look_due',
  'action_assigned',
  'action_due',
  'action_overdue',
  'action_escalated',
  'action_verification_requested',
  'action_look',
  'action_recheck',
  'delegate_chosen',
  'comment_mention',
  'comment_added',
  'requester_asked',
  'requester_answered',
  'answers_proposed',
  'webhook_stopped',
] as const
export type NotificationKind = (typeof notificationKinds)[number]
