'use client'

import { SecretValue } from '#components/admin/secret-value.tsx'
import { Button } from '#components/ui/button.tsx'
import { Card, CardBody, CardHeader } from '#components/ui/card.tsx'
import { formatCount } from '#components/ui/format-count.ts'
import { Notice } from '#components/ui/notice.tsx'
import { useEndpointMutation } from '#lib/api/use-endpoint-mutation.ts'
import { inviteImported } from '#lib/contracts/routes.ts'

/** Invites the people whose accounts an import added. If no mail is sent, shows the links once. */
export function InviteImported({ id }: { id: string }) {
  const { mutate, data, error, isPending } = useEndpointMutation(inviteImported)
  const lines = data?.links.map(({ email, link }) => `${email},${new URL(link, window.location.href).href}`) ?? []
  return (
    <Card aria-labelledby="invitations">
      <CardHeader
        id="invitations"
        title="Invitations"
        description="Each new person gets a link, by mail where this installation sends it, and chooses a password within 7 days. People who sign in with the sign-in provider need none."
      />
      <CardBody className="flex flex-col gap-3">
        {error ? (
          <Notice tone="danger" title="Nobody was invited" announce>
            {error.message}
          </Notice>
        ) : null}
        {data ? (
          <Notice tone="success" title={`${people(data.invited)} invited`} announce>
            {data.waiting > 0 ? `${people(data.waiting)} still wait for an invitation.` : null}
          </Notice>
        ) : null}
        {lines.length > 0 ? (
          <SecretValue label="Links to pass on" what="the links" value={['email,link', ...lines].join('\n')}>
            <p className="text-sm text-muted">
              This installation sends no mail. The links are shown only once, work once each and expire in 7 days.
            </p>
          </SecretValue>
        ) : null}
        {data && data.waiting === 0 ? null : (
          <div>
            <Button variant="primary" busy={isPending} onClick={() => mutate({ params: { id } })}>
              {data ? 'Invite the others' : 'Invite them'}
            </Button>
          </div>
        )}
      </CardBody>
    </Card>
  )
}

const people = (count: number) => `${formatCount(count)} ${count === 1 ? 'person' : 'people'}`
