'use client'

import { useState } from 'react'
import { Card, CardBody, CardHeader } from '#components/ui/card.tsx'
import { Switch } from '#components/ui/form/checkbox.tsx'
import { RadioGroup } from '#components/ui/form/radio-group.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { showToast } from '#components/ui/overlay/toast.tsx'
import { useEndpointMutation } from '#lib/api/use-endpoint-mutation.ts'
import type { MailPreferences } from '#lib/contracts/app/own-data.ts'
import { updateMailPreferences } from '#lib/contracts/routes.ts'

type PendingChoices = Partial<Pick<MailPreferences, 'is_mail_on' | 'is_app_on' | 'is_digest_on' | 'is_weekly_on'>>

const ways = [
  { value: 'both', label: 'In the app and by e-mail' },
  { value: 'app', label: 'In the app' },
  { value: 'mail', label: 'By e-mail', hint: 'In the app it is listed as read.' },
]

function describeWay({ is_mail_on, is_app_on }: MailPreferences): string {
  if (!is_mail_on) return 'app'
  return is_app_on ? 'both' : 'mail'
}

export function MailChoices({ preferences }: { preferences: MailPreferences }) {
  const [saved, setSaved] = useState(preferences)
  const update = useEndpointMutation(updateMailPreferences)
  // Local state, because the mutation's variables update only after the click.
  const [choices, setChoices] = useState<PendingChoices>({})
  const { is_mail_sent, email, digest_hour, time_zone } = saved
  const current = { ...saved, ...choices }
  const choose = (body: PendingChoices) => {
    setChoices(body)
    update.mutate(
      { body },
      {
        onSuccess: setSaved,
        onSettled: () => setChoices({}),
        onError: ({ message }) => showToast({ kind: 'error', title: 'Setting not saved', description: message }),
      },
    )
  }
  return (
    <Card aria-labelledby="mail-choices" className="max-w-2xl">
      <CardHeader id="mail-choices" title="E-mail" description={`Sent to ${email}`} />
      <CardBody className="flex flex-col gap-4">
        {is_mail_sent ? null : (
          <Notice tone="info" title="This installation does not send mail">
            An administrator can set it up under Administration. Your settings apply from then on.
          </Notice>
        )}
        <RadioGroup
          legend="Each notification"
          hint="Such as an assigned review, an action that is due, or a comment."
          options={ways}
          value={describeWay(current)}
          onValueChange={(way) => choose({ is_mail_on: way !== 'app', is_app_on: way !== 'mail' })}
        />
        <Switch
          label="Daily digest"
          hint={`On business days at ${String(digest_hour).padStart(2, '0')}:00 (${time_zone}), if something is due, needs your attention or is unread.`}
          checked={current.is_digest_on}
          onChange={(event) => choose({ is_digest_on: event.target.checked })}
        />
        <Switch
          label="Weekly pack"
          hint="On Mondays at the same hour in the zone of the organisation: overdue reviews, failed changes and lessons of the week before."
          checked={current.is_weekly_on}
          onChange={(event) => choose({ is_weekly_on: event.target.checked })}
        />
      </CardBody>
    </Card>
  )
}
