'use client'

import { FormDialog } from '#components/ui/form/form-dialog.tsx'
import { RadioGroup } from '#components/ui/form/radio-group.tsx'
import { useEndpointForm } from '#components/ui/form/use-endpoint-form.ts'
import { createApiToken, NewApiToken } from '#lib/contracts/app/api-tokens.ts'
import { scopesBySystem, tokenRoles, tokenSystems } from '#lib/contracts/endpoint.ts'
import { addDaysToNow, ExpiryChoice } from './expiry-choice.tsx'
import { createTokenResult } from './issued-token.tsx'
import { tokenRoleLabels, tokenScopeLabels, tokenSystemLabels } from './token-systems.ts'

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
export function NewTokenDialog({ onClose }: { onClose: () => void }) {
  const { form, Field, choice, state } = useEndpointForm(createApiToken, {
    schema: NewApiToken,
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
          key={`scope ${system === 'mcp'}`}
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
