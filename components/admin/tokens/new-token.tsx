'use client'

import { Plus } from 'lucide-react'
import { useState } from 'react'
import { SecretValue } from '#components/admin/secret-value.tsx'
import { DateInput } from '#components/ui/form/date-input.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { FormDialog, type FormResult } from '#components/ui/form/form-dialog.tsx'
import { NativeSelect } from '#components/ui/form/native-select.tsx'
import { RadioGroup } from '#components/ui/form/radio-group.tsx'
import { useEndpointForm } from '#components/ui/form/use-endpoint-form.ts'
import { Notice } from '#components/ui/notice.tsx'
import { DialogButton } from '#components/ui/overlay/dialog-button.tsx'
import { useZone } from '#components/ui/time/clock.tsx'
import type { CallResponse } from '#lib/api/call-endpoint.ts'
import { scopesBySystem, tokenRoles, tokenSystems } from '#lib/contracts/endpoint.ts'
import { createApiToken } from '#lib/contracts/routes.ts'
import { getDayInZone, getEndOfDayIn } from '#lib/time/local-day.ts'
import { isCalendarDate } from '#lib/time/wall-clock.ts'
import { tokenRoleLabels, tokenScopeLabels, tokenSystemLabels } from './token-systems.ts'

export const NewToken = () => (
  <DialogButton variant="primary" icon={<Plus />} dialog={(onClose) => <NewTokenDialog onClose={onClose} />}>
    New token
  </DialogButton>
)

const systemOptions = tokenSystems.map((system) => ({
  value: system,
  label: (
    <>
      {tokenSystemLabels[system].reach} <code className="font-mono text-xs text-muted">{system}</code>
    </>
  ),
}))
const roleOptions = tokenRoles.map((role) => ({ value: role, label: tokenRoleLabels[role] }))

/** Creates a token, then shows its secret once. */
function NewTokenDialog({ onClose }: { onClose: () => void }) {
  const { form, Field, choice, state } = useEndpointForm(createApiToken, {
    schema: async () => (await import('#lib/contracts/app/api-tokens.ts')).NewApiToken,
    values: { name: '', system: 'itsm', scope: 'read', expires_at: addDaysToNow(90) },
    input: (body) => ({ body }),
    result: createTokenResult,
  })
  const { isSubmitted, errors } = form.formState
  const system = form.watch('system')
  const role = { shouldUnregister: true, message: 'Choose a role' }
  return (
    <FormDialog {...state} title="New API token" submitLabel="Create token" onClose={onClose}>
      <Field name="name" label="Name" hint="What it is for, such as “Nightly change sync”" required />
      <RadioGroup {...choice('system')} legend="API" required options={systemOptions} />
      {system === 'app' ? (
        <RadioGroup key="role" {...choice('role', role)} legend="Role" required inline options={roleOptions} />
      ) : (
        <RadioGroup
          key={`scope ${scopesBySystem[system].join()}`}
          {...choice('scope', { shouldUnregister: true, message: 'Choose an access' })}
          legend="Access"
          required
          inline
          options={scopesBySystem[system].map((scope) => ({ value: scope, label: tokenScopeLabels[scope] }))}
        />
      )}
      <ExpiryChoice
        onChange={(day) => form.setValue('expires_at', day, { shouldDirty: true, shouldValidate: isSubmitted })}
        error={errors.expires_at && (errors.expires_at.type === 'server' ? errors.expires_at.message : 'Choose a day')}
      />
    </FormDialog>
  )
}

const addDaysToNow = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString()

const choices = [
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In a year' },
  { value: 'day', label: 'After a specific day' },
  { value: 'never', label: 'Never' },
]

type ExpiryChoiceProps = {
  /** ISO 8601; null for never; empty while no day is chosen. */
  onChange: (expiresAt: string | null) => void
  error: string | undefined
}

/** Input for the expiry of a token: after a period, at the end of a day in the zone of the page, or never. */
function ExpiryChoice({ onChange, error }: ExpiryChoiceProps) {
  const zone = useZone()
  const [choice, setChoice] = useState('90')
  const [day, setDay] = useState('')
  const choose = (next: string) => {
    setChoice(next)
    if (next === 'never') onChange(null)
    else onChange(next === 'day' ? '' : addDaysToNow(Number(next)))
    setDay('')
  }
  const isDay = choice === 'day'
  return (
    <div className="flex flex-wrap items-start gap-3">
      <Field
        label="Expires"
        name={isDay ? 'expiry' : 'expires_at'}
        error={isDay ? undefined : error}
        hint={choice === 'never' ? 'Revoke it when it is no longer needed.' : undefined}
        className="w-60"
      >
        <NativeSelect value={choice} onChange={(event) => choose(event.target.value)} options={choices} />
      </Field>
      {isDay ? (
        <Field label="Last day" name="expires_at" required error={error}>
          <DateInput
            min={getDayInZone(new Date().toISOString(), zone)}
            zone={zone}
            value={day}
            onChange={(next) => {
              setDay(next)
              onChange(isCalendarDate(next) ? getEndOfDayIn(next, zone) : '')
            }}
          />
        </Field>
      ) : null}
    </div>
  )
}

/** Shows the secret of a new token once, with a command to try it. */
function createTokenResult({ token, secret }: CallResponse<typeof createApiToken>): FormResult {
  const url = `${window.location.origin}${tokenSystemLabels[token.system].example}`
  return {
    title: `Token “${token.name}” created`,
    description: 'Store it with your other secrets.',
    content: (
      <div className="flex flex-col gap-4">
        <Notice tone="warning" announce>
          The token is shown only once. Hindsight does not store a copy.
        </Notice>
        <SecretValue label="Token" what="the token" value={secret} />
        <SecretValue label="Try it" what="the command" value={`curl -H 'Authorization: Bearer ${secret}' '${url}'`} />
      </div>
    ),
  }
}
