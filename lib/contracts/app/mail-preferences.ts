import { z } from 'zod'
import { endpoint, route } from '#lib/contracts/endpoint.ts'

const isOn = (what: string) => z.boolean({ error: 'must be true or false' }).describe(what)

const MailChoices = z.strictObject({
  is_mail_on: isOn('Whether each notification is mailed'),
  is_app_on: isOn('Whether notifications count as unread in the app; it stays on while `is_mail_on` is off'),
  is_digest_on: isOn('Whether the daily digest is mailed'),
  is_weekly_on: isOn('Whether the weekly pack is mailed'),
})

const MailPreferences = z.object({
  ...MailChoices.shape,
  email: z.string(),
  is_mail_sent: z.boolean(),
  digest_hour: z.int().min(0).max(23),
  time_zone: z.string(),
})
export type MailPreferences = z.infer<typeof MailPreferences>

export const getMailPreferences = endpoint({
  ...route('getMailPreferences', 'Notifications', 'GET', '/api/app/v1/mail-preferences'),
  access: { role: 'viewer', onlyPeople: true },
  response: MailPreferences,
})

export const updateMailPreferences = endpoint({
  ...route('updateMailPreferences', 'Notifications', 'PATCH', '/api/app/v1/mail-preferences'),
  access: { role: 'viewer', onlyPeople: true },
  body: MailChoices.partial(),
  response: MailPreferences,
})

const UnsubscribeParams = z.object({
  token: z.string().min(1).max(1000).describe('Signed token from the link in the mail; it does not expire'),
})

export const showUnsubscribe = endpoint({
  ...route('showUnsubscribe', 'Notifications', 'GET', '/api/app/v1/unsubscribe/{token}'),
  summary: 'Redirect to the page for unsubscribing',
  description: 'Changes nothing, because programs that check links call it too.',
  access: 'public',
  params: UnsubscribeParams,
  response: z.string(),
  responseType: 'text/html; charset=utf-8',
  errors: ['not_found'],
  examples: {
    params: { token: 'bWFpbApndWVzdA.c2lnbmF0dXJl' },
    response: '<!doctype html><html lang="en">…</html>',
  },
})

export const unsubscribe = endpoint({
  ...route('unsubscribe', 'Notifications', 'POST', '/api/app/v1/unsubscribe/{token}'),
  summary: 'Unsubscribe with one click, without signing in',
  description: 'Mail programs call it for `List-Unsubscribe-Post` (RFC 8058). The body is ignored.',
  access: 'public',
  params: UnsubscribeParams,
  response: z.null(),
  status: 204,
  errors: ['not_found'],
  examples: { params: { token: 'bWFpbApndWVzdA.c2lnbmF0dXJl' } },
})
