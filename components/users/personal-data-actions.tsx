'use client'

import { useQuery } from '@tanstack/react-query'
import { UserX } from 'lucide-react'
import { DownloadLink } from '#components/ui/download-link.tsx'
import { Checkbox } from '#components/ui/form/checkbox.tsx'
import { FormDialog } from '#components/ui/form/form-dialog.tsx'
import { useEndpointForm } from '#components/ui/form/use-endpoint-form.ts'
import { DialogButton } from '#components/ui/overlay/dialog-button.tsx'
import { SkeletonText } from '#components/ui/skeleton.tsx'
import { buildEndpointUrl, callEndpoint } from '#lib/api/call-endpoint.ts'
import type { Erasure } from '#lib/contracts/app/leavers.ts'
import { erasePerson, getPersonalData, previewErasure } from '#lib/contracts/routes.ts'
import type { UserWithProfile } from '#lib/contracts/users.ts'
import { describeCount } from '#lib/text/counted.ts'

type PersonalDataActionsProps = {
  user: Pick<UserWithProfile, 'name' | 'email'>
}

/** Buttons with which an admin downloads or erases the personal data of a person. */
export function PersonalDataActions({ user: { name, email } }: PersonalDataActionsProps) {
  return (
    <>
      <DownloadLink path={buildEndpointUrl(getPersonalData, { query: { email } })} label="Personal data" />
      <DialogButton icon={<UserX />} dialog={(onClose) => <EraseDialog name={name} email={email} onClose={onClose} />}>
        Erase
      </DialogButton>
    </>
  )
}

type EraseDialogProps = { name: string; email: string; onClose: () => void }

/** Shows the effects of an erasure, and asks for the person's e-mail address before it starts. */
function EraseDialog({ name, email, onClose }: EraseDialogProps) {
  // Not under the tag of its endpoint, so that the erasure does not count again when nothing is left.
  const preview = useQuery({
    queryKey: ['erasure', email],
    queryFn: async ({ signal }) => (await callEndpoint(previewErasure, { query: { email } }, { signal })).data,
    staleTime: 0,
  })
  const isSame = (typed: string) => typed.trim().toLowerCase() === email.toLowerCase()
  const { form, Field, state } = useEndpointForm(erasePerson, {
    values: { email: '', in_texts: false },
    input: (body) => ({ body }),
    result: ({ pseudonym, ...erased }) => ({
      title: `${name} is erased`,
      description: `${pseudonym} stands for this person from now on.`,
      content: <RowCounts {...erased} />,
    }),
  })
  return (
    <FormDialog
      {...state}
      title={`Erase ${name}?`}
      description="A pseudonym takes the place of the e-mail address in every record and in the history, and of the full name where a field names a person. Counts, sign-offs and the proofs of the ledger stay. This cannot be undone."
      submitLabel="Erase"
      danger
      isBlocked={!preview.data || preview.data.blockers.length > 0}
      onClose={onClose}
    >
      {preview.data ? (
        <>
          <Blockers people={preview.data.blockers} />
          <RowCounts {...preview.data} />
          {preview.data.mentions.rows > 0 ? (
            <>
              <NamedRows
                label="Texts that mention the name"
                words="with the full name in a text"
                {...preview.data.mentions}
              />
              <Checkbox
                label="Replace the name in these texts too"
                hint="Only if it means the person in all of them, and is no ordinary phrase."
                {...form.register('in_texts')}
              />
            </>
          ) : null}
          {preview.data.kept.rows > 0 ? (
            <NamedRows
              label="Rows that stay"
              words="where name or address may be part of another person’s, which stay"
              {...preview.data.kept}
            />
          ) : null}
        </>
      ) : preview.isError ? (
        <p className="text-sm text-danger-text">{preview.error.message}</p>
      ) : (
        <SkeletonText lines={5} label="Counting the rows" />
      )}
      <Field
        name="email"
        label="E-mail address of the person"
        hint={`Enter ${email} to confirm. Download the personal data first if somebody may still need it.`}
        required
        rules={{ validate: (typed) => isSame(typed) || `must be ${email}` }}
      />
    </FormDialog>
  )
}

function Blockers({ people }: { people: Erasure['blockers'] }) {
  if (people.length === 0) return null
  return (
    <section aria-label="People who would change" className="flex flex-col gap-1 text-sm text-danger-text">
      <p>Erasing this person would change others:</p>
      <ul className="flex flex-col gap-1">
        {people.map(({ name, email, reason }) => (
          <li key={`${email} ${reason}`} className="wrap-anywhere">{`${name} (${email}) ${reason}.`}</li>
        ))}
      </ul>
    </section>
  )
}

function NamedRows({ rows, examples, label, words }: Erasure['mentions'] & { label: string; words: string }) {
  return (
    <section aria-label={label} className="flex flex-col gap-1 text-sm">
      <p>{`${describeCount(rows, 'row')} ${words}, such as:`}</p>
      <ul className="flex flex-col gap-1 text-muted">
        {examples.map(({ table, text }) => (
          <li key={table} className="wrap-anywhere">{`${table.replaceAll('_', ' ')}: “${text}”`}</li>
        ))}
      </ul>
    </section>
  )
}

function RowCounts({ texts, tables }: Pick<Erasure, 'texts' | 'tables'>) {
  const total = tables.reduce((sum, { rows }) => sum + rows, 0)
  return (
    <section aria-label="Rows that name the person" className="flex flex-col gap-2 text-sm">
      <p className="wrap-anywhere">Replaced: {texts.map((text) => `“${text}”`).join(', ')}</p>
      <p>{`${describeCount(total, 'row')} in ${describeCount(tables.length, 'table')}:`}</p>
      <ul className="grid grid-cols-1 gap-x-6 gap-y-1 text-muted sm:grid-cols-2">
        {tables.map(({ table, rows }) => (
          <li key={table} className="flex justify-between gap-3">
            <span>{table.replaceAll('_', ' ')}</span>
            <span className="tabular-nums">{rows}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
