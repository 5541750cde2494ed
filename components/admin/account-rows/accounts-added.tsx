import { SecretValue } from '#components/admin/secret-value.tsx'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { Card, CardBody, CardHeader } from '#components/ui/card.tsx'
import { Notice } from '#components/ui/notice.tsx'
import type { addAccounts } from '#lib/contracts/app/account-rows.ts'
import type { ResponseOf } from '#lib/contracts/endpoint.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'

/** What was added, with the links of invitations where no mail is sent. */
export function AccountsAdded({ added, skipped, links }: ResponseOf<typeof addAccounts>) {
  const lines = links.map(({ email, link }) => `${email},${new URL(link, window.location.href).href}`)
  return (
    <div className="flex max-w-3xl flex-col gap-4">
      <Notice tone="success" title={`${added} account${added === 1 ? '' : 's'} added`} announce>
        {skipped > 0 ? `${skipped} existed already.` : null}
      </Notice>
      {lines.length > 0 ? (
        <Card aria-labelledby="invitations">
          <CardHeader id="invitations" title="Invitations" />
          <CardBody>
            <SecretValue label="Links to pass on" what="the links" value={['email,link', ...lines].join('\n')}>
              <p className="text-sm text-muted">
                This installation sends no mail. The links are shown only once, work once each and expire in 7 days.
              </p>
            </SecretValue>
          </CardBody>
        </Card>
      ) : null}
      <div>
        <ButtonLink href={pagePaths.accounts}>Show the accounts</ButtonLink>
      </div>
    </div>
  )
}
