import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import * as routes from '../routes.ts'

const isOn = (what: string) => z.boolean({ error: 'must be true or false' }).describe(what)

const MailChoices = z
  .strictObject({
    is_mail_on: isOn('Whether each notification is mailed'),
    is_digest_on: isOn('Whether the daily digest is mailed'),
  })
  .meta({ id: 'MailChoices' })

const MailPreferences = z
  .object({
    ...MailChoices.shape,
    email: z.string().describe('Where the mail goes'),
    is_mail_sent: z.boolean().describe('Whether this installation sends mail at all'),
    digest_hour: z.int().min(0).max(23).describe('Hour of the day, in UTC, at which the digest is sent'),
  })
  .meta({ id: 'MailPreferences' })
export type MailPreferences = z.infer<typeof MailPreferences>

const example: MailPreferences = {
  is_mail_on: true,
  is_digest_on: false,
  email: 'ada@example.org',
  is_mail_sent: true,
  digest_hour: 7,
}

export const getMailPreferences = endpoint({
  ...routes.getMailPreferences,
  summary: 'Get what the caller wants by e-mail',
  access: { role: 'viewer' },
  response: MailPreferences,
  examples: { response: example },
})

export const updateMailPreferences = endpoint({
  ...routes.updateMailPreferences,
  summary: 'Choose what the caller wants by e-mail',
  access: { role: 'viewer' },
  body: MailChoices.partial(),
  response: MailPreferences,
  examples: { body: { is_digest_on: false }, response: example },
})

const UnsubscribeParams = z.object({
  token: z.string().min(1).max(1000).describe('What the link in the mail carries; it is signed and does not expire'),
})

export const showUnsubscribe = endpoint({
  ...routes.showUnsubscribe,
  summary: 'Lead a person from the header of a mail to the page with the button',
  description: 'Changes nothing: programs that check links follow it too.',
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
  ...routes.unsubscribe,
  summary: 'Unsubscribe with one click, without signing in',
  description: 'What mail programs call for `List-Unsubscribe-Post` (RFC 8058). The body is not read.',
  access: 'public',
  params: UnsubscribeParams,
  response: z.null(),
  status: 204,
  errors: ['not_found'],
  examples: { params: { token: 'bWFpbApndWVzdA.c2lnbmF0dXJl' } },
})
