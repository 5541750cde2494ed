'use client'

import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { RadioGroup } from '#components/ui/form/radio-group.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { useEndpointMutation } from '#lib/api/use-endpoint-mutation.ts'
import { addAccounts, checkAccountRows } from '#lib/contracts/admin-routes.ts'
import type { AccountColumns, AccountRow } from '#lib/contracts/app/account-rows.ts'
import { AccountsAdded } from './accounts-added.tsx'
import { ChooseColumns } from './choose-columns.tsx'
import { ChooseFile } from './choose-file.tsx'
import { AcceptedRows, accountLabels, RefusedRows } from './row-tables.tsx'

/** Adds accounts from a CSV file: choose it, correct refused rows, confirm. */
export function AccountsFile() {
  const check = useEndpointMutation(checkAccountRows)
  const add = useEndpointMutation(addAccounts, ['History'])
  const [invite, setInvite] = useState(true)
  const [file, setFile] = useState<string>()
  const [chosen, setChosen] = useState<AccountColumns>({})
  if (add.data) return <AccountsAdded {...add.data} />
  const error = add.error ?? check.error
  const failure = error ? (
    <Notice tone="danger" title="Nothing was written" announce>
      {error.message}
    </Notice>
  ) : null
  const checkRows = (body: { csv: string; columns?: AccountColumns } | { rows: AccountRow[] }) => {
    add.reset()
    check.mutate({ body })
  }
  const readFile = (csv: string) => {
    setFile(csv)
    setChosen({})
    checkRows({ csv })
  }
  if (!check.data) {
    return (
      <div className="flex max-w-3xl flex-col gap-4">
        {failure}
        <ChooseFile isBusy={check.isPending} onFile={readFile} />
      </div>
    )
  }
  const { rows, columns, fields, ignored_columns: ignored, is_mail_sent: isMailSent } = check.data
  const missing = fields.filter((field) => field.is_required && field.columns.length === 0)
  const chooser =
    file !== undefined && fields.length > 0 ? (
      <ChooseColumns
        key={check.submittedAt}
        fields={fields}
        columns={columns}
        isBusy={check.isPending}
        onChoose={(field, column) => {
          const next = { ...chosen, [field]: column }
          setChosen(next)
          checkRows({ csv: file, columns: next })
        }}
      />
    ) : null
  if (missing.length > 0) {
    return (
      <div className="flex flex-col gap-4">
        {failure}
        <Notice
          tone="warning"
          title={`Choose a column for: ${missing.map(({ field }) => accountLabels[field]).join(', ')}`}
          announce
        >
          No column of the file has a name that is known for it.
        </Notice>
        {chooser}
        <div>
          <Button onClick={() => check.reset()}>Choose another file</Button>
        </div>
      </div>
    )
  }
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
          ...(refused?.length ? [`${refused.length} rows have errors: fix them, or they are skipped.`] : []),
          ...(ignored.length ? [`Columns that are not used: ${ignored.join(', ')}.`] : []),
        ].join(' ')}
      </Notice>
      {chooser}
      {refused?.length ? (
        <RefusedRows
          key={check.submittedAt}
          refused={refused}
          isBusy={check.isPending}
          onCheck={(corrected) => {
            const kept = rows.filter(({ outcome }) => outcome !== 'refused').map(({ row }) => row)
            checkRows({ rows: [...corrected, ...kept] })
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
