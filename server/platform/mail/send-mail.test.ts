import { asc, isNotNull, isNull } from 'drizzle-orm'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { MailContent } from '#lib/contracts/app/mail-content.ts'
import { notify } from '#server/notifications/notify.ts'
import { setTestRuntime } from '#server/platform/api/testing-call.ts'
import { provideTestDatabase } from '#server/platform/db/testing.ts'
import { getRuntime, setRuntime } from '#server/platform/runtime/runtime.ts'
import { testContext, testNow, testPerson } from '#server/platform/runtime/testing-context.ts'
import { insertAccount, insertPeople } from '#server/reviews/testing.ts'
import { mailPreferences, mails, notifications } from '#server/schema/notifications.ts'
import { createMailer } from './mailer.ts'
import { updateMailPreferences } from './preferences.ts'
import { queueMail } from './queue-mail.ts'
import { queueNotificationMail } from './queue-notification-mail.ts'
import { giveUpOldMail, sendMails, sendWaitingMail } from './send-mail.ts'
import { type SmtpVerdict, startSmtpServer } from './testing-smtp.ts'
import { unsubscribe } from './unsubscribe.ts'

const database = provideTestDatabase({ empty: [mails, notifications, mailPreferences] })
const secret = 'a secret of the tests that is long enough'
const ada = 'ada@hindsight.example'

beforeAll(async () => {
  for (const name of ['ada', 'bob', 'gone'])
    await insertAccount(database.db, testPerson('viewer', `acc_${name}`), { isDisabled: name === 'gone' })
  await insertPeople(database.db, { 'uma@hindsight.example': 'Uma' })
})

const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})
async function smtpServer(verdict?: SmtpVerdict) {
  const server = await startSmtpServer(verdict)
  stops.push(server.stop)
  return server
}

const contextAt = (minutes: number) =>
  testContext(database.db, testPerson('admin'), new Date(testNow.getTime() + minutes * 60_000))
const settings = (smtpUrl: string) => ({
  mail: { smtpUrl, from: 'Hindsight <hindsight@example.org>', publicUrl: 'https://hindsight.example.org' },
  secrets: [secret],
})
const notifyAll = (recipients: string[], title = 'You were assigned the review PIR-2026-0042') =>
  notify(contextAt(0), recipients, {
    kind: 'review_assigned',
    title,
    body: 'CHG0000042: Rotate <certificates> & keys.',
    path: '/changes/CHG0000042/review',
  })
const outbox = () => database.db.select().from(mails).orderBy(asc(mails.recipient))

describe('sendMails', () => {
  test('sends a notification as text and HTML, with the usual headers', async () => {
    const server = await smtpServer()
    await notifyAll([ada], 'Überprüfung “PIR-2026-0042”')
    expect(await sendMails(contextAt(0), settings(server.url))).toEqual({ sent: 1 })
    const [mail] = server.received
    const [row] = await outbox()
    expect(mail).toMatchObject({
      subject: 'Überprüfung “PIR-2026-0042”',
      from: { name: 'Hindsight', address: 'hindsight@example.org' },
      to: [{ address: ada }],
      messageId: `<${row?.id}@example.org>`,
    })
    expect(mail?.header('Auto-Submitted')).toBe('auto-generated')
    const page = 'https://hindsight.example.org/changes/CHG0000042/review'
    expect(mail?.text).toContain('CHG0000042: Rotate <certificates> & keys.')
    expect(mail?.text).toContain(`Open in Hindsight: ${page}`)
    expect(mail?.html).toContain('Rotate &lt;certificates&gt; &amp; keys.')
    expect(mail?.html).toContain(`href="${page}"`)
    expect(row).toMatchObject({ sentAt: testNow.toISOString(), sendAfter: null, fault: null, attempts: 1 })
    expect(await sendMails(contextAt(60), settings(server.url))).toEqual({ sent: 0 })
  })

  test('adds no header or recipient from the text of a notification', async () => {
    const server = await smtpServer()
    await notifyAll([ada], 'Review\r\nBcc: evil@example.org\r\nX-Evil: 1\r\n\r\n.\r\nRCPT TO:<evil@example.org>')
    expect(await sendMails(contextAt(0), settings(server.url))).toEqual({ sent: 1 })
    expect([...server.attempts.keys()]).toEqual([ada])
    const [mail] = server.received
    expect(server.received).toHaveLength(1)
    expect([mail?.header('Bcc'), mail?.header('X-Evil')]).toEqual([undefined, undefined])
    expect(mail?.to).toMatchObject([{ address: ada }])
  })

  test('contains a one-click unsubscribe link that cannot be forged for others', async () => {
    const server = await smtpServer()
    await notifyAll([ada])
    await sendMails(contextAt(0), settings(server.url))
    const [mail] = server.received
    expect(mail?.header('List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click')
    const link = mail
      ?.header('List-Unsubscribe')
      ?.match(/^<https:\/\/hindsight\.example\.org\/api\/app\/v1\/unsubscribe\/([^>]+)>$/)
    const token = decodeURIComponent(link?.[1] ?? '')
    expect(mail?.text).toContain(`https://hindsight.example.org/unsubscribe/${token}`)

    const forged = `${Buffer.from('notification bob@hindsight.example').toString('base64url')}.${token.split('.')[1]}`
    for (const wrong of [forged, `${token}x`, token.slice(0, -1), `${token}.x`, 'x', '.']) {
      await expect(unsubscribe(contextAt(1), wrong, [secret])).rejects.toMatchObject({ code: 'not_found' })
    }
    await expect(unsubscribe(contextAt(1), token, [`${secret}!`])).rejects.toMatchObject({ code: 'not_found' })
    await unsubscribe(contextAt(1), token, [secret])
    await unsubscribe(contextAt(1), token, [secret])
    await notifyAll([ada, 'bob@hindsight.example'])
    expect(await sendMails(contextAt(2), settings(server.url))).toEqual({ sent: 1 })
    expect(server.received.at(-1)?.to).toEqual([{ name: '', address: 'bob@hindsight.example' }])
    expect(await database.db.select().from(mailPreferences)).toMatchObject([
      { email: ada, isMailOn: false, isDigestOn: true },
    ])
  })

  test('sends only to known people with mail enabled; a question goes to its requester', async () => {
    const server = await smtpServer()
    await notifyAll([
      'ADA@hindsight.example',
      'gone@hindsight.example',
      'stranger@elsewhere.example',
      'uma@hindsight.example',
    ])
    const content: MailContent = { lead: 'Did it work for you?' }
    const question = { recipient: 'requester@elsewhere.example', topic: 'question', subject: 'CHG1', content } as const
    await queueMail(contextAt(0), [question])
    expect(await sendMails(contextAt(0), settings(server.url))).toEqual({ sent: 3 })
    const recipients = server.received.map(({ to }) => to?.[0]?.address)
    expect(recipients.toSorted()).toEqual([ada, 'requester@elsewhere.example', 'uma@hindsight.example'])
    const questionMail = server.received.find(({ subject }) => subject === 'CHG1')
    expect(questionMail?.header('List-Unsubscribe')).toBeUndefined()
    const faults = Object.fromEntries((await outbox()).map(({ recipient, fault }) => [recipient, fault]))
    expect(faults).toMatchObject({
      'gone@hindsight.example': 'the account is disabled',
      'stranger@elsewhere.example': 'the address is unknown',
    })
  })

  test('retries with growing delays while the server is unreachable, then sends once', async () => {
    const away = await startSmtpServer()
    await away.stop()
    await notifyAll([ada, 'bob@hindsight.example'])
    expect(await sendMails(contextAt(0), settings(away.url))).toEqual({ sent: 0 })
    const [first] = await outbox()
    expect(first).toMatchObject({ attempts: 1, sentAt: null, fault: expect.stringContaining('ECONNREFUSED') })
    expect(first?.sendAfter).toBe(contextAt(1).now.toISOString())
    await sendMails(contextAt(1), settings(away.url))
    expect((await outbox())[0]?.sendAfter).toBe(contextAt(3).now.toISOString())

    const server = await smtpServer()
    expect(await sendMails(contextAt(2), settings(server.url))).toEqual({ sent: 0 })
    expect(await sendMails(contextAt(3), settings(server.url))).toEqual({ sent: 2 })
    expect(await sendMails(contextAt(4), settings(server.url))).toEqual({ sent: 0 })
    expect(server.received.map(({ messageId }) => messageId).toSorted()).toEqual(
      (await outbox()).map(({ id }) => `<${id}@example.org>`).toSorted(),
    )
  })

  test('retries after a 4xx, gives up after a 5xx, and delays no other mail', async () => {
    const server = await smtpServer((to, attempt) => {
      if (to === ada && attempt === 1) return { status: 451, text: 'Greylisted' }
      if (to === 'bob@hindsight.example') return { status: 550, text: 'No such mailbox' }
      return undefined
    })
    await notifyAll([ada, 'bob@hindsight.example', 'uma@hindsight.example'])
    expect(await sendMails(contextAt(0), settings(server.url))).toEqual({ sent: 1 })
    expect(await outbox()).toMatchObject([
      { recipient: ada, sendAfter: contextAt(1).now.toISOString(), fault: expect.stringContaining('Greylisted') },
      { sendAfter: null, sentAt: null, fault: expect.stringContaining('No such mailbox') },
      { recipient: 'uma@hindsight.example', sendAfter: null, sentAt: testNow.toISOString() },
    ])
    expect(await sendMails(contextAt(1), settings(server.url))).toEqual({ sent: 1 })
    expect(await sendMails(contextAt(600), settings(server.url))).toEqual({ sent: 0 })
    expect(server.attempts.get('bob@hindsight.example')).toBe(1)
  })

  test('sends each mail once, even from several processes', async () => {
    const server = await smtpServer()
    const messages = Array.from({ length: 90 }, (_, index) => ({
      recipient: `requester${index}@elsewhere.example`,
      topic: 'question' as const,
      subject: `Question ${index}`,
      content: { lead: 'Did it work?' },
    }))
    await queueMail(contextAt(0), messages)
    const senders = await Promise.all([1, 2, 3].map(() => sendMails(contextAt(0), settings(server.url))))
    expect(senders.reduce((sum, { sent }) => sum + sent, 0)).toBe(90)
    expect(new Set(server.received.map(({ messageId }) => messageId)).size).toBe(90)
    expect(server.received).toHaveLength(90)
  })
})

const question = { recipient: 'z@elsewhere.example', topic: 'question', subject: 'Q', content: { lead: 'Q' } } as const

test('giveUpOldMail gives up news after a day, and questions after two', async () => {
  await notifyAll([ada])
  await queueNotificationMail(contextAt(0))
  await queueMail(contextAt(0), [question])
  const faults = async () => (await outbox()).map(({ fault, sendAfter }) => (sendAfter === null ? fault : 'waits'))
  await giveUpOldMail(contextAt(23 * 60))
  expect(await faults()).toEqual(['waits', 'waits'])
  await giveUpOldMail(contextAt(24 * 60))
  expect(await faults()).toEqual(['not sent within 24 hours', 'waits'])
  await giveUpOldMail(contextAt(48 * 60))
  expect(await faults()).toEqual(['not sent within 24 hours', 'not sent within 48 hours'])
})

test('who wants notifications only mailed finds them read in the app, until mail is off', async () => {
  setTestRuntime(database)
  const ctx = { ...contextAt(0), actor: { ...testPerson('viewer'), email: ada } }
  await updateMailPreferences(ctx, { is_app_on: false })
  await notifyAll([ada, 'bob@hindsight.example'])
  await queueNotificationMail(contextAt(1))
  const unread = () =>
    database.db.select({ to: notifications.recipient }).from(notifications).where(isNull(notifications.readAt))
  expect(await unread()).toEqual([{ to: 'bob@hindsight.example' }])
  expect(await updateMailPreferences(ctx, { is_mail_on: false })).toMatchObject({ is_mail_on: false, is_app_on: true })
  await expect(updateMailPreferences(ctx, { is_app_on: false })).rejects.toMatchObject({ code: 'invalid_parameter' })
})

describe('the job', () => {
  beforeEach(() => {
    setTestRuntime(database)
    return () => setRuntime(undefined)
  })
  const setMail = (mail: ReturnType<typeof settings>['mail'] | undefined) => {
    const runtime = getRuntime()
    setRuntime({ ...runtime, env: { ...runtime.env, mail } })
  }
  const waiting = () => database.db.$count(mails, isNotNull(mails.sendAfter))

  test('never sends what happened before mail was set up, but what was asked for by hand', async () => {
    const server = await smtpServer()
    await notifyAll([ada], 'Before, not yet queued')
    const digest = { recipient: ada, topic: 'digest', subject: 'Digest', content: { lead: 'L' } } as const
    await queueMail(contextAt(0), [digest, question])
    await sendWaitingMail(contextAt(1))
    expect(await waiting()).toBe(1)
    setMail(settings(server.url).mail)
    await sendWaitingMail(contextAt(2))
    expect(server.received.map(({ subject }) => subject)).toEqual(['Q'])
    expect(await database.db.select().from(notifications)).toHaveLength(1)
  })

  test('sends what happened during an outage of less than a day', async () => {
    const server = await smtpServer()
    setMail(settings('smtp://127.0.0.1:1').mail)
    await notifyAll([ada], 'During the outage')
    await sendWaitingMail(contextAt(1))
    setMail(settings(server.url).mail)
    await sendWaitingMail(contextAt(23 * 60))
    expect(server.received.map(({ subject }) => subject)).toEqual(['During the outage'])
    await notifyAll([ada], 'Older than a day')
    await sendWaitingMail(contextAt(24 * 60))
    expect(server.received).toHaveLength(1)
  })

  test.each(['account', 'question'] as const)('stores no working link of the topic %s, but sends it', async (topic) => {
    const server = await smtpServer()
    setMail(settings(server.url).mail)
    const link = { label: 'Choose a password', path: '/sign-in/reset#invite_secret-of-the-link' }
    const mail = { recipient: ada, topic, subject: 'Welcome', content: { lead: 'L', action: link } }
    await queueMail(contextAt(0), [mail])
    const stored = async () => JSON.stringify(await outbox())
    expect(await stored()).not.toContain('secret-of-the-link')
    await sendWaitingMail(contextAt(0))
    expect(server.received[0]?.text).toContain('https://hindsight.example.org/sign-in/reset#invite_secret-of-the-link')
    expect(await stored()).not.toContain('secret-of-the-link')
  })
})

test('notify mails a unique notification once, and not to the person who caused it', async () => {
  const notice = { kind: 'action_due', title: 'Due', body: '', path: '/improvements/imp_1', onceKey: 'k' } as const
  const author = testPerson('viewer', 'acc_ada')
  await notify(testContext(database.db, author), [ada, 'Bob@hindsight.example'], notice)
  await notify(testContext(database.db, author), ['bob@hindsight.example'], notice)
  await queueNotificationMail(contextAt(1))
  expect(await outbox()).toMatchObject([{ recipient: 'bob@hindsight.example', subject: 'Due', topic: 'notification' }])
})

test('sends nothing if TLS is required and the server offers none', async () => {
  const server = await smtpServer()
  const message = { id: 'm1', to: 'a@x.example', subject: 'S', text: 'T', html: 'T', unsubscribeUrl: undefined }
  const send = async (smtpUrl: string) => {
    const mailer = createMailer({ smtpUrl, from: 'b@x.example', publicUrl: 'https://x.example' })
    return mailer.send(message).finally(mailer.close)
  }
  expect(await send(`${server.url}?requireTLS=true`)).toMatchObject({ result: 'unreachable' })
  expect(server.received).toEqual([])
  expect(await send(server.url)).toEqual({ result: 'sent' })
})
