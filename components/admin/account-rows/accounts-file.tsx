'use client'

import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { RadioGroup } from '#components/ui/radio-group.tsx'
import { useEndpointMutation } from '#lib/api/use-endpoint-mutation.ts'
import { addAccounts, checkAccountRows } from '#lib/contracts/admin-routes.ts'
import type { AccountRow } from '#lib/contracts/app/account-rows.ts'
import { AccountsAdded } from './accounts-added.tsx'
import { ChooseFile } from './choose-file.tsx'
import { AcceptedRows, RefusedRows } from './row-tables.tsx'

/** Adds accounts from a CSV file: choose it, mend refused rows, confirm. */
export function AccountsFile() {
  const check = useEndpointMutation(checkAccountRows)
  const add = useEndpointMutation(addAccounts, ['History'])
  const [invite, setInvite] = useState(true)
  if (add.data) return <AccountsAdded {...add.data} />
  const error = add.error ?? check.error
  const failure = error ? (
    <Notice tone="danger" title="Nothing was written" announce>
      {error.message}
    </Notice>
  ) : null
  const checkRows = (body: { csv: string } | { rows: AccountRow[] }) => {
    add.reset()
    check.mutate({ body })
  }
  if (!check.data) {
    return (
      <div className="flex max-w-3xl flex-col gap-4">
        {failure}
        <ChooseFile isBusy={check.isPending} onFile={(csv) => checkRows({ csv })} />
      </div>
    )
  }
  const { rows, ignored_columns: ignored, is_mail_sent: isMailSent } = check.data
  const [added, existing, refused] = (['add', 'exists', 'refused'] as const).map((wanted) =>
    rows.filter(({ outcome }) => outcome === wanted),
  )
  const toAdd = (added ?? []).map(({ row }) => row)
  return (
    <div className="flex flex-col gap-4">
      {failure}
      <Notice tone={refused?.length ? 'warning' : 'info'} title={`${counted(toAdd.length)} will be added`} announce>
        {[
          ...(existing?.length ? [`${counted(existing.length)} exist already and stay as they are.`] : []),
          ...(refused?.length ? [`${refused.length} rows are refused: mend them, or they are left out.`] : []),
          ...(ignored.length ? [`Columns that are not used: ${ignored.join(', ')}.`] : []),
        ].join(' ')}
      </Notice>
      {refused?.length ? (
        <RefusedRows
          key={check.submittedAt}
          refused={refused}
          isBusy={check.isPending}
          onCheck={(mended) => {
            const kept = rows.filter(({ outcome }) => outcome !== 'refused').map(({ row }) => row)
            checkRows({ rows: [...mended, ...kept] })
          }}
        />
      ) : null}
      {toAdd.length > 0 ? <AcceptedRows rows={toAdd} /> : null}
      <RadioGroup
        legend="Passwords"
        name="invite"
        value={invite ? 'now' : 'later'}
        onValueChange={(value) => setInvite(value === 'now')}
        options={[
          {
            value: 'now',
            label: 'Invite them now',
            hint: isMailSent
              ? 'Each person gets a mail with a link, which works for 7 days, and chooses a password.'
              : 'This installation sends no mail: you get a link for each person, to pass on.',
          },
          {
            value: 'later',
            label: 'Do not invite them yet',
            hint: 'They sign in with the sign-in provider, or you invite them later.',
          },
        ]}
      />
      <div className="flex flex-wrap gap-2">
        <Button
          variant="primary"
          disabled={toAdd.length === 0}
          busy={add.isPending}
          onClick={() => add.mutate({ body: { rows: toAdd, invite } })}
        >
          {`Add ${counted(toAdd.length)}`}
        </Button>
        <Button onClick={() => check.reset()}>Choose another file</Button>
      </div>
    </div>
  )
}

const counted = (count: number) => `${count} account${count === 1 ? '' : 's'}`
