import type { Metadata } from 'next'
import { Wordmark } from '#components/layout/wordmark.tsx'
import { Button } from '#components/ui/button.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { pagePaths } from '#lib/domain/page-paths.ts'
import type { UnsubscribeTopic } from '#server/platform/mail/preferences.ts'
import { isMailOff } from '#server/platform/mail/preferences.ts'
import { readUnsubscribeToken } from '#server/platform/mail/unsubscribe.ts'
import { getRuntime, listReadableSecrets } from '#server/platform/runtime/runtime.ts'

export const metadata: Metadata = { title: 'Unsubscribe', robots: { index: false } }

const topicLabels: Readonly<Record<UnsubscribeTopic, string>> = {
  notification: 'mail for each notification',
  digest: 'the daily digest',
  weekly: 'the weekly pack',
}

/** The page behind the link in mails, without sign-in. Only the button unsubscribes. */
export default async function UnsubscribePage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params
  const { db } = getRuntime()
  const subscription = readUnsubscribeToken(token, listReadableSecrets())
  return (
    <main id="content" className="mx-auto flex min-h-dvh w-full max-w-sm flex-col justify-center gap-6 px-4 py-12">
      <Wordmark />
      {subscription === null ? (
        <InvalidLink />
      ) : (await isMailOff(db, subscription)) ? (
        <Done what={topicLabels[subscription.topic]} email={subscription.email} />
      ) : (
        <form action={`${pagePaths.unsubscribe(token)}/confirm`} method="post" className="flex flex-col gap-4">
          <h1 className="text-xl font-semibold tracking-tight">Unsubscribe</h1>
          <p className="text-sm wrap-anywhere">
            Stop sending {topicLabels[subscription.topic]} to {subscription.email}? You still see everything in the app.
          </p>
          <Button type="submit" variant="primary">
            Unsubscribe
          </Button>
        </form>
      )}
    </main>
  )
}

const Done = ({ what, email }: { what: string; email: string }) => (
  <div className="flex flex-col gap-4">
    <h1 className="text-xl font-semibold tracking-tight">You are unsubscribed</h1>
    <p role="status" className="text-sm wrap-anywhere">
      {email} no longer receives {what}. <TextLink href={pagePaths.settings}>Change your settings</TextLink>
    </p>
  </div>
)

const InvalidLink = () => (
  <div className="flex flex-col gap-4">
    <h1 className="text-xl font-semibold tracking-tight">This link does not work</h1>
    <p className="text-sm">
      It may be incomplete. <TextLink href={pagePaths.settings}>Go to your e-mail settings</TextLink>
    </p>
  </div>
)
