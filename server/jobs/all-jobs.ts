import { reopenForLook } from '#server/improvements/reopen-for-look.ts'
import { sendDailyDigest } from '#server/mail/send-daily-digest.ts'
import { sendWaitingMail } from '#server/mail/send-mail.ts'
import { decideReviews } from '#server/policy/decide-reviews.ts'
import { remindOfActions } from '#server/reminders/remind-of-actions.ts'
import { remindOfReviews } from '#server/reminders/remind-of-reviews.ts'
import { remindOfSignOffs } from '#server/reminders/remind-of-sign-offs.ts'
import type { Job } from './job.ts'

/** Every job of Hindsight; a new one adds its line here. */
export const allJobs: readonly Job[] = [
  { name: 'decide-reviews', cron: '* * * * *', run: decideReviews },
  { name: 'send-mail', cron: '* * * * *', run: sendWaitingMail },
  { name: 'send-daily-digest', cron: '0 * * * *', run: sendDailyDigest },
  { name: 'remind-of-reviews', cron: '15 5 * * *', run: remindOfReviews },
  { name: 'remind-of-actions', cron: '20 5 * * *', run: remindOfActions },
  { name: 'remind-of-sign-offs', cron: '25 5 * * *', run: remindOfSignOffs },
  { name: 'reopen-actions', cron: '*/10 * * * *', run: reopenForLook },
]
